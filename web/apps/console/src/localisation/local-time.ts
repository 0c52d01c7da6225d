/** "13 Nov 2026, 18:05", by the operator's own clock. */
export function localTime(seconds: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}

/** "15:04" where that was today, or else with its day. */
export function sinceTime(seconds: number, now: Date, locale: string): string {
  const isToday = new Date(seconds * 1000).toDateString() === now.toDateString();
  return isToday
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(seconds * 1000)
    : localTime(seconds, locale);
}
