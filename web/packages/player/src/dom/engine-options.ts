import type { EngineListener } from '../core/engine.ts';

export interface EngineOptions {
  readonly video: HTMLVideoElement;
  readonly listener: EngineListener;
  /** The address to ask for now in place of one that was given earlier. */
  readonly rewrite: (address: string) => string;
}
