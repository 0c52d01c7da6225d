import type { Quote } from '@touchline/api';
import type { ShopTranslate } from '@touchline/i18n';
import { moneyTitle } from './titles.ts';

const DAY_S = 24 * 60 * 60;

/** Whether the quote is one for nothing, now and later. */
export function isFree({ total, next, is_trial: isTrial }: Quote): boolean {
  return !isTrial && next === null && isZero(total);
}

export function isZero(amount: string): boolean {
  return Number(amount) === 0;
}

/** What the button does, on the button. */
export function payButtonText(quote: Quote, t: ShopTranslate): string {
  const [line] = quote.lines;
  if (quote.is_trial && quote.next && line) {
    return t('buy.startTrial', { count: Math.max(1, Math.round((quote.next.at - line.starts_at) / DAY_S)) });
  }
  return isFree(quote) ? t('buy.free') : t('buy.pay', { price: moneyTitle(quote.total, quote.currency) });
}
