import type { Engine, EngineOptions } from './engine.ts';
import { createNativeEngine } from './native-engine.ts';

/** Some browsers say "maybe" to HLS and then play it without levels or a way back: ours comes first. */
export async function loadEngine(options: EngineOptions): Promise<Engine> {
  const { createHlsEngine, isSupported } = await import('./hls-engine.ts');
  return isSupported() ? createHlsEngine(options) : createNativeEngine(options);
}
