/** The most clips that a reel holds: hours of watching. */
const MAX_CLIPS = 300;
/** So near its end more of the reel is asked for. */
const AHEAD = 4;

interface Entry {
  readonly id: number;
  readonly created_at: number;
}

/** The reel with further clips: each once, the newest first. What is new since it was opened does not move it. */
export function lengthen<T extends Entry>(reel: readonly T[], more: readonly T[]): readonly T[] {
  const known = new Set(reel.map(({ id }) => id));
  const added = more.filter(({ id }, index) => !known.has(id) && more.findIndex((other) => other.id === id) === index);
  return [...reel, ...added.toSorted((a, b) => b.created_at - a.created_at || b.id - a.id)].slice(0, MAX_CLIPS);
}

/** One further or back; the ends stay. */
export function stepTo(index: number, step: -1 | 1, count: number): number {
  return Math.max(0, Math.min(index + step, count - 1));
}

/** What holds a video: the clip that plays, and the next one, so that it begins at once. */
export function isLoaded(index: number, current: number): boolean {
  return index === current || index === current + 1;
}

export function wantsMore(current: number, count: number, total: number): boolean {
  return count < Math.min(total, MAX_CLIPS) && current >= count - AHEAD;
}
