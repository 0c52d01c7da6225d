/** The stretch of a game that can be played now, in seconds of its media. */
export interface Timeline {
  readonly start: number;
  /** Where a seek to the newest leads. */
  readonly end: number;
  readonly live: boolean;
}

export const EMPTY: Timeline = { start: 0, end: 0, live: false };

/** More than what rounding adds to a sum of lengths, and less than a picture lasts. */
const HAIR = 0.001;

/**
 * The first place of a live game that can be gone to. The engine takes a place before the first sound, by however
 * little, for one at the newest, and never loads the sound of the start.
 */
export function liveStart(picture: number, sound: number): number {
  return Math.max(picture, sound) + HAIR;
}

/** So near the end counts as live: stalls and the pace of a device move it about. */
const AT_EDGE = 3;

export function behindLive({ end, live }: Timeline, time: number): number {
  return live ? Math.max(0, end - time) : 0;
}

export function isAtEdge(timeline: Timeline, time: number): boolean {
  return timeline.live && behindLive(timeline, time) <= AT_EDGE;
}

/** A place that can be gone to. */
export function clampTime({ start, end }: Timeline, time: number): number {
  return Number.isFinite(time) ? Math.min(Math.max(time, start), Math.max(start, end)) : start;
}

/** Where a time lies, from 0 to 1. */
export function fractionOf({ start, end }: Timeline, time: number): number {
  const length = end - start;
  return length > 0 ? Math.min(1, Math.max(0, (time - start) / length)) : 0;
}

export function timeAt({ start, end }: Timeline, fraction: number): number {
  return start + Math.min(1, Math.max(0, fraction)) * Math.max(0, end - start);
}

/** How much is there to play from a time on; nothing where the time itself is not loaded. */
export function bufferedAfter(ranges: readonly (readonly [from: number, to: number])[], time: number): number {
  // Parts that meet are separate ranges in some browsers, a frame apart.
  const slack = 0.1;
  let end = time;
  for (const [from, to] of ranges) if (from <= end + slack && to > end) end = to;
  return end - time;
}

/** What a video element says of its buffer. */
interface Ranges {
  readonly length: number;
  start(index: number): number;
  end(index: number): number;
}

export function rangesOf(ranges: Ranges): readonly (readonly [number, number])[] {
  return Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)] as const);
}
