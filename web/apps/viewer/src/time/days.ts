/** A day of the calendar, `YYYY-MM-DD`; it belongs to no zone. */
export type Day = string;

const DAY_MS = 86_400_000;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const fromMs = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Whether the text names a day that exists. */
export function isDay(text: string): boolean {
  const ms = PATTERN.test(text) ? toMs(text) : NaN;
  return !Number.isNaN(ms) && fromMs(ms) === text;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function cached(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** The day that the moment falls on in a zone. */
export function dayOf(utcSeconds: number, timeZone: string): Day {
  const format = cached('en', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const parts = Object.fromEntries(format.formatToParts(utcSeconds * 1000).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}

export function addDays(day: Day, count: number): Day {
  return fromMs(toMs(day) + count * DAY_MS);
}

/** The same day of another month, or that month's last day where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const date = new Date(toMs(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return fromMs(Date.UTC(year, month, Math.min(date.getUTCDate(), last)));
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(toMs(day)).getUTCDay() || 7;
}

export const monthOf = (day: Day): string => day.slice(0, 7);

export function clampDay(day: Day, earliest: Day, latest: Day): Day {
  if (day < earliest) return earliest;
  return day > latest ? latest : day;
}

export function formatDay(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  return cached(locale, { ...options, timeZone: 'UTC' }).format(toMs(day));
}
