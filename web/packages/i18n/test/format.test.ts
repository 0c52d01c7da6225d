import { beforeEach, expect, test } from 'vitest';
import { currentTranslator, formatDuration, formatNumber, type Locale, priceTitle, setLocale } from '../src/index.ts';

beforeEach(() => setLocale('en'));

test.each([
  ['en', 'USD', 'monthly', 'USD $9.99 / month'],
  ['en', 'USD', 'annual', 'USD $9.99 / year'],
  ['en', 'USD', null, 'USD $9.99'],
  ['en', 'CAD', 'monthly', 'CAD $9.99 / month'],
  ['en', 'EUR', null, 'EUR €9.99'],
  ['fr', 'CAD', 'monthly', 'CAD $9,99 / mois'],
  ['bg', 'EUR', 'annual', 'EUR €9,99 / година'],
] as const)('UI-17 price title in %s, %s, %s', async (locale: Locale, currency, period, title) => {
  await setLocale(locale);
  expect(priceTitle({ amount: '9.99', currency, period }, currentTranslator())).toBe(title);
});

test('UI-17 thousands and yen', () => {
  expect(priceTitle({ amount: '1249.50', currency: 'USD', period: null }, currentTranslator())).toBe('USD $1,249.50');
  expect(priceTitle({ amount: '1200', currency: 'JPY', period: null }, currentTranslator())).toBe('JPY ¥1,200');
});

test('numbers by language', () => {
  expect(formatNumber(12345.6, 'en')).toBe('12,345.6');
  expect(formatNumber(12345.6, 'bg')).toBe('12\u00a0345,6');
});

test.each([
  [6728, '1:52:08'],
  [3128, '52:08'],
  [9, '0:09'],
  [-4, '0:00'],
])('%d s is %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected);
});
