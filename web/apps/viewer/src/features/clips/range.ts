import { roundTime } from './clock.ts';

/** A stretch of a game, in seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How long a clip may be. */
export interface Lengths {
  readonly shortest: number;
  readonly longest: number;
}

/** Seconds of a new clip, which hold what the viewer has just seen. */
const OPENING = 30;
/** So much of the game is shown around a clip, at least and at most. */
const VIEW = { shortest: 60, longest: 240 } as const;

interface Opening {
  readonly whole: Stretch;
  readonly time: number;
  /** Whether the picture is the newest of a live game. */
  readonly atEdge: boolean;
  readonly lengths: Lengths;
}

/** The last half minute at the live edge; elsewhere half a minute around the moment. */
export function openingRange({ whole, time, atEdge, lengths }: Opening): Stretch {
  const length = Math.min(OPENING, lengths.longest, Math.max(0, whole.end - whole.start));
  const start = atEdge ? whole.end - length : time - length / 2;
  const range = slideInto({ start, end: start + length }, whole);
  // Tenths of a second to begin with; thousandths only where the viewer chooses them.
  return exact({ start: tenth(range.start), end: tenth(range.end) });
}

/** The clip with another beginning; its end makes way where it has to. */
export function withStart(range: Stretch, to: number, whole: Stretch, lengths: Lengths): Stretch {
  const start = clamp(to, whole.start, whole.end - lengths.shortest);
  return exact({
    start,
    end: clamp(range.end, start + lengths.shortest, Math.min(start + lengths.longest, whole.end)),
  });
}

/** The clip with another end; its beginning makes way where it has to. */
export function withEnd(range: Stretch, to: number, whole: Stretch, lengths: Lengths): Stretch {
  const end = clamp(to, whole.start + lengths.shortest, whole.end);
  return exact({
    start: clamp(range.start, Math.max(end - lengths.longest, whole.start), end - lengths.shortest),
    end,
  });
}

/** Why such a clip cannot be made; null where it can. */
export function rangeProblem(range: Stretch, whole: Stretch, lengths: Lengths): 'past_end' | 'length' | null {
  // A frame of slack: players and servers round differently.
  if (range.end > whole.end + 0.05) return 'past_end';
  const length = roundTime(range.end - range.start);
  const fits = range.start >= 0 && length >= lengths.shortest && length <= lengths.longest;
  return fits ? null : 'length';
}

/** What the timeline shows around a clip. */
export function viewAround(range: Stretch, whole: Stretch): Stretch {
  const length = clamp((range.end - range.start) * 3, VIEW.shortest, VIEW.longest);
  const start = (range.start + range.end - length) / 2;
  return slideInto({ start, end: start + length }, whole);
}

/** The same view for as long as the clip is inside it. */
export function viewOf(view: Stretch, range: Stretch, whole: Stretch): Stretch {
  return range.start >= view.start && range.end <= view.end ? view : viewAround(range, whole);
}

/** Half a view earlier or later. */
export function turnView(view: Stretch, by: -1 | 1, whole: Stretch): Stretch {
  const half = ((view.end - view.start) / 2) * by;
  return slideInto({ start: view.start + half, end: view.end + half }, whole);
}

/** Where a time lies in a view, from 0 to 1. */
export function placeIn({ start, end }: Stretch, time: number): number {
  return end > start ? clamp((time - start) / (end - start), 0, 1) : 0;
}

/** Moves a stretch inside another, and shortens it where it does not fit. */
function slideInto({ start, end }: Stretch, whole: Stretch): Stretch {
  const length = Math.min(end - start, Math.max(0, whole.end - whole.start));
  const first = clamp(start, whole.start, whole.end - length);
  return { start: first, end: first + length };
}

const tenth = (seconds: number): number => Math.floor(seconds * 10) / 10;

function exact({ start, end }: Stretch): Stretch {
  return { start: roundTime(start), end: roundTime(end) };
}

/** The lower bound wins where there is no room at all. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
