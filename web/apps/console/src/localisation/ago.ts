const MINUTE_MS = 60_000;

/** "2 minutes ago", "now" within the last half minute; milliseconds. */
export function agoIn(then: number, now: number, locale: string): string {
  const minutes = Math.max(Math.round((now - then) / MINUTE_MS), 0);
  const say = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return minutes === 0 ? say.format(0, 'second') : say.format(-minutes, 'minute');
}
