import { currentTranslator, priceTitle } from '@touchline/i18n';
import { formatDate } from '../time/event-time.ts';
import { viewerZone } from '../time/time-zones.ts';

/** "USD $49.99": an amount as it comes over the wire. */
export function moneyTitle(amount: string, currency: string): string {
  return priceTitle({ amount, currency, period: null }, currentTranslator());
}

/** "Nov 14, 2026", where the buyer is. */
export function dayTitle(seconds: number): string {
  return formatDate(seconds, viewerZone(), currentTranslator().locale);
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The name that is on the card. */
export function brandTitle(brand: string): string {
  return BRANDS[brand] ?? brand;
}
