export const REQUEST_TIMEOUT_MS = 30_000;
/** A photo of a phone over its uplink. */
export const UPLOAD_TIMEOUT_MS = 300_000;
export const RETRY_DELAY_MS = 1_000;
/** How often a URL that has lost its key is asked again. */
export const RECOVERY_PROBE_MS = 10_000;
/** How long a write that the browser refuses is tried again. */
export const STORE_PERSISTENCE_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;
export const STORED_LIFE_MS = 360 * DAY_MS;
export const TRACKING_LIFE_MS = 3 * 60 * 60 * 1000;
export const ANALYTICS_SESSION_LIFE_MS = DAY_MS;
