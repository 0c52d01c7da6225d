/** "13 Nov 2026, 18:05", by the operator's own clock unless a zone is named. */
export function localTime(seconds: number, locale: string, timeZone?: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) } as const;
  return new Intl.DateTimeFormat(locale, format).format(seconds * 1000);
}

/** "15:04" where that was today, or else with its day. */
export function sinceTime(seconds: number, now: Date, locale: string): string {
  const isToday = new Date(seconds * 1000).toDateString() === now.toDateString();
  return isToday
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(seconds * 1000)
    : localTime(seconds, locale);
}
