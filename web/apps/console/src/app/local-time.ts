/** "13 Nov 2026, 18:05", by the operator's own clock. */
export function localTime(seconds: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}
