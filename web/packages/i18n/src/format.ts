import type { Translator } from './translator.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** "1:52:08", or "52:08" below an hour. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function formatNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

interface Price {
  /** Decimal, as it comes over the wire. */
  amount: string;
  currency: string;
  period: 'monthly' | 'annual' | null;
}

/** "USD $9.99 / month": the code tells apart what shares a symbol, such as the dollars of two countries. */
export function priceTitle({ amount, currency, period }: Price, { t, locale }: Translator): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const parts = format.formatToParts(Number(amount));
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? '';
  const figures = parts.filter(({ type }) => type !== 'currency' && type !== 'literal').map(({ value }) => value);
  const price = `${currency} ${symbol}${figures.join('')}`;
  if (period === null) return price;
  return period === 'monthly' ? t('price.perMonth', { price }) : t('price.perYear', { price });
}
