/** All pages learn of a change at once; their requests to the server are spread over this time. */
const SPREAD_MS = 2_000;

/** How long this page waits before it asks. */
export const spreadDelay = (): number => Math.random() * SPREAD_MS;
