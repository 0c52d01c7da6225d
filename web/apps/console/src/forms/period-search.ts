/** Days as `2026-11-18`, in the channel's time zone, and a text. */
export interface PeriodSearch {
  readonly from?: string;
  readonly to?: string;
  readonly find?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Takes what makes sense, and leaves the rest out. */
export function periodSearch(search: Record<string, unknown>): PeriodSearch {
  const from = day(search['from']);
  const to = day(search['to']);
  const find = typeof search['find'] === 'string' ? search['find'].trim().slice(0, 254) : '';
  return { ...(from && { from }), ...(to && (!from || from <= to) && { to }), ...(find && { find }) };
}

function day(value: unknown): string | null {
  if (typeof value !== 'string' || !DAY.test(value)) return null;
  const date = new Date(`${value}T00:00:00Z`);
  // The 30th of February would be the 2nd of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null;
}

/** The same as the server takes it. */
export function periodQuery({ from, to, find }: PeriodSearch): { from?: string; to?: string; q?: string } {
  return { ...(from && { from }), ...(to && { to }), ...(find && { q: find }) };
}
