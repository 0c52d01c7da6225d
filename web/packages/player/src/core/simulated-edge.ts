/**
 * A finished game played as if it were live: from the moment that it "starts" its edge moves with the clock, and nothing
 * behind the edge can be reached.
 */

/** A number below this is a place in the game, not a moment of this century. */
const FIRST_MOMENT = 1_000_000_000;

/**
 * When the simulated game begins, in seconds since 1970. The address names that moment, or how many seconds of the game
 * have been played when the page opens; without either the game begins right then.
 */
export function simulatedStart(start: unknown, nowSeconds: number): number {
  const named = typeof start === 'number' || typeof start === 'string' ? Number(start) : Number.NaN;
  if (!Number.isFinite(named) || named < 0) return nowSeconds;
  return named >= FIRST_MOMENT ? named : nowSeconds - named;
}

/** How much of the game has been "played" by now. */
export function simulatedEdge(startedAt: number, nowSeconds: number, duration: number): number {
  return Math.min(Math.max(0, nowSeconds - startedAt), Math.max(0, duration));
}

/** Whether the whole game has gone out; false while its length is unknown. */
export function isSimulationOver(startedAt: number, nowSeconds: number, duration: number): boolean {
  return duration > 0 && nowSeconds - startedAt >= duration;
}
