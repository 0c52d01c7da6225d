const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

/** "5 minutes ago"; from a week on the day itself says more. */
export function timeAgo(then: number, now: number, locale: string): string {
  const seconds = Math.max(0, now - then);
  if (seconds >= WEEK_S) return mediumDate(then, locale);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds < MINUTE_S) return format.format(0, 'second');
  if (seconds < HOUR_S) return format.format(-Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return format.format(-Math.floor(seconds / HOUR_S), 'hour');
  return format.format(-Math.floor(seconds / DAY_S), 'day');
}

export function mediumDate(seconds: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(seconds * 1000);
}
