/** Everybody hears of a change at once; their questions to the server are spread over this long. */
const SPREAD_MS = 2_000;

/** How long this page waits before it asks. */
export const spreadDelay = (): number => Math.random() * SPREAD_MS;
