import type { Timeline } from './timeline.ts';

export interface Level {
  /** The engine's own number. */
  readonly index: number;
  readonly height: number;
  readonly bitrate: number;
}

export interface Caption {
  readonly index: number;
  readonly label: string;
  /** Its tag. */
  readonly language: string;
}

/** What an engine tells the player. */
export interface EngineListener {
  onReady(): void;
  onLevels(levels: readonly Level[]): void;
  /** The height of the picture that is playing. */
  onHeight(height: number | null): void;
  onCaptions(captions: readonly Caption[]): void;
  /** The server says no to a media request, and why. */
  onRefused(code: string): void;
  /** `gone` is what the server knows nothing of, or not yet. */
  onFailure(kind: 'network' | 'gone' | 'media'): void;
}

export interface Latency {
  /** Seconds behind the newest part. */
  readonly behind: number;
  /** What the server advises to stay behind it. */
  readonly holdBack: number;
  /** Seconds since the newest part was heard of. */
  readonly age: number;
}

/** Brings addresses onto a video element. */
export interface Engine {
  /** Starts at the live edge or the beginning, or at a place. */
  load(address: string, startAt: number | null): void;
  /** Goes on after a network that was away, or with a new token. */
  resume(): void;
  /** Goes on after a decoder that failed. */
  recover(): void;
  timeline(): Timeline;
  /** Null where there is nothing to pace: on demand, or an engine that does so itself. */
  latency(): Latency | null;
  /** How far behind the newest part to play from now on. */
  aim(target: number): void;
  /** Null leaves the choice to the engine. */
  setLevel(index: number | null): void;
  /** Null shows none. */
  setCaption(index: number | null): void;
  destroy(): void;
}
