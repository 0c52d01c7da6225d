/**
 * One connection for each request: a kept one can be closed by the server at the very moment when it is used again. A browser
 * asks once more then, and Playwright's own client fails.
 */
export const OWN_CONNECTIONS = { extraHTTPHeaders: { connection: 'close' } } as const;
