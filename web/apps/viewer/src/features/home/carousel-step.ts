/** The slide after or before this one, round and round. */
export function carouselStep(index: number, count: number, direction: 1 | -1): number {
  return count === 0 ? 0 : (index + direction + count) % count;
}

/** The slide that a scroll position shows most of. */
export function slideAt(left: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(Math.max(0, Math.round(left / width)), Math.max(0, count - 1));
}
