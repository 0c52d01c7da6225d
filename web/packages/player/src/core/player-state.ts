import type { Caption, Level } from './engine.ts';
import { EMPTY, type Timeline } from './timeline.ts';

export interface PlayerState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly timeline: Timeline;
  readonly time: number;
  /** What is loaded from the current place on, in seconds. */
  readonly buffered: number;
  readonly paused: boolean;
  /** It would play, but there is nothing to play. */
  readonly waiting: boolean;
  /** Live, and no new picture has come for a while. */
  readonly held: boolean;
  readonly ended: boolean;
  readonly started: boolean;
  readonly muted: boolean;
  readonly volume: number;
  /** The browser let it begin without sound only. */
  readonly soundBlocked: boolean;
  /** The browser does not let it begin by itself at all. */
  readonly playBlocked: boolean;
  readonly speed: number;
  readonly levels: readonly Level[];
  /** Null while the engine chooses. */
  readonly level: number | null;
  /** Of the picture that is on screen. */
  readonly height: number | null;
  readonly captions: readonly Caption[];
  readonly caption: number | null;
  /** Why the server does not let it go on. */
  readonly refusal: string | null;
  readonly thumbnails: string | null;
}

export const INITIAL: PlayerState = {
  phase: 'loading',
  timeline: EMPTY,
  time: 0,
  buffered: 0,
  paused: true,
  waiting: false,
  held: false,
  ended: false,
  started: false,
  muted: false,
  volume: 1,
  soundBlocked: false,
  playBlocked: false,
  speed: 1,
  levels: [],
  level: null,
  height: null,
  captions: [],
  caption: null,
  refusal: null,
  thumbnails: null,
};

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** The next speed up or down; the last stays. */
export function nextSpeed(speed: number, step: number): number {
  const at = SPEEDS.findIndex((one) => one === speed);
  return SPEEDS[Math.min(Math.max(at + step, 0), SPEEDS.length - 1)] ?? 1;
}

/** Changes the state only where a value differs, so that listeners hear no empty change. */
export function changed(state: PlayerState, change: Partial<PlayerState>): PlayerState {
  const next = { ...state, ...change };
  const before: Readonly<Record<string, unknown>> = { ...state };
  const isSame = Object.entries(next).every(([name, value]) =>
    name === 'timeline' ? sameTimeline(state.timeline, next.timeline) : Object.is(before[name], value),
  );
  return isSame ? state : next;
}

function sameTimeline(a: Timeline, b: Timeline): boolean {
  return a.start === b.start && a.end === b.end && a.live === b.live;
}
