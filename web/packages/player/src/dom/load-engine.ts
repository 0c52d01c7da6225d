import type { Engine } from '../core/engine.ts';
import type { EngineOptions } from './engine-options.ts';
import { createNativeEngine } from './native-engine.ts';

/** Most of the player's bytes, which come when something is about to play. */
export const loadHls = () => import('./hls-engine.ts');

/** Some browsers say "maybe" to HLS and then play it without levels or a way back: ours comes first. */
export async function loadEngine(options: EngineOptions): Promise<Engine> {
  const { createHlsEngine, isSupported } = await loadHls();
  return isSupported() ? createHlsEngine(options) : createNativeEngine(options);
}
