const CLOCK = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/;

/** Seconds of a typed time: h:m:s, m:s or s; null for anything else. */
export function parseClock(text: string): number | null {
  const [whole, hours = '0', minutes = '0', seconds = ''] = CLOCK.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds.replace(',', '.'))];
  // After minutes at most 59 seconds; 90 alone is a minute and a half.
  const hasMinutes = whole.includes(':');
  if ((hasMinutes && s >= 60) || (whole.split(':').length === 3 && m >= 60)) return null;
  return roundTime(h * 3600 + m * 60 + s);
}

/** "0:12:03.5": always with hours, so that the first number is unambiguous. */
export function formatClock(seconds: number): string {
  const thousandths = Math.round(Math.max(0, seconds) * 1000);
  const whole = Math.floor(thousandths / 1000);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const rest = thousandths % 1000 === 0 ? '' : `.${String(thousandths % 1000).padStart(3, '0')}`.replace(/0+$/, '');
  return `${Math.floor(whole / 3600)}:${parts.join(':')}${rest}`;
}

/** As exact as the server reads times. */
export function roundTime(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
