import { expect, it } from 'vitest';
import { loadShopMessages, shopTranslate } from '@touchline/i18n';
import { makeQuote } from '../testing/shop.ts';
import { payButtonText } from './pay-button-text.ts';

await loadShopMessages();
const t = shopTranslate();
const START = 1_794_700_000;

it.each([
  [makeQuote(), 'Pay USD $49.99'],
  [makeQuote({ total: '0.00' }), 'Get it for free'],
  [
    makeQuote({ total: '0.00', is_trial: true, next: { amount: '9.99', at: START + 7 * 86_400 } }),
    'Start the 7-day trial',
  ],
  // The first month of a subscription is given away, the next is not.
  [makeQuote({ total: '0.00', next: { amount: '9.99', at: START } }), 'Pay USD $0.00'],
])('PAY-09 the button says what happens', (quote, words) => {
  expect(payButtonText(quote, t)).toBe(words);
});
