/** "1 hour 5 minutes 3 seconds": times for ears; parts that are nothing are left out. */
export function spokenTime(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const;
  const said = parts.filter(([value]) => value > 0);
  return (said.length > 0 ? said : parts.slice(-1))
    .map(([value, unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
    .join(' ');
}
