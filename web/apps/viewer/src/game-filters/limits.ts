import type { Day } from '../time/days.ts';

/** No list and no calendar goes back further. */
export const EARLIEST_DAY: Day = '2022-08-01';
export const LATEST_DAY: Day = '2099-12-31';

export const PAGE_SIZE = 24;
/** The server gives no game behind this one. */
const MAX_OFFSET = 10_000;
export const MAX_PAGES = Math.floor(MAX_OFFSET / PAGE_SIZE) + 1;
