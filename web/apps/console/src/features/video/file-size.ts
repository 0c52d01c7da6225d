const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "1.4 GB", as the operator's language writes it. */
export function fileSize(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** step;
  const maximumFractionDigits = step > 0 && value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits }).format(
    value,
  );
}

/** How much of it is over, in hundredths; all of it only when it is. */
export function percentOf(sent: number, bytes: number): number {
  return bytes === 0 ? 0 : Math.floor((100 * sent) / bytes);
}
