import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCardNumber, formatExpiry, isCardNumber, isCvc, readExpiry } from './card-number.ts';

const NOW = new Date(2026, 10, 15);

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 42', '4242 4242 42'],
    ['378282246310005', '3782 822463 10005'],
    ['', ''],
  ])('PAY-04 %s is shown in groups', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  it('PAY-04 grouping loses no digit and can be done twice', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d -]{0,19}$/), (text) => {
        const shown = formatCardNumber(text);
        expect(formatCardNumber(shown)).toBe(shown);
        expect(text.replaceAll(/\D/g, '').startsWith(shown.replaceAll(' ', ''))).toBe(true);
      }),
    );
  });

  it.each(['4242 4242 4242 4242', '4000 0027 6000 3184', '378282246310005', '5555555555554444'])(
    'PAY-04 %s can be one',
    (number) => expect(isCardNumber(number)).toBe(true),
  );

  it.each(['', '4242', '4242 4242 4242 4241', '4242424242424242424242', 'abcdabcdabcdabcd'])(
    'PAY-04 %s cannot be one',
    (number) => expect(isCardNumber(number)).toBe(false),
  );
});

describe('an expiry', () => {
  it.each([
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['4', '', '04 / '],
    ['12 / 2', '12 / ', '12 / 2'],
    ['12 /', '12 / ', '12'],
    ['1227', '', '12 / 27'],
    ['12/27', '', '12 / 27'],
  ])('PAY-04 %j after %j is %j', (typed, before, shown) => {
    expect(formatExpiry(typed, before)).toBe(shown);
  });

  it.each([
    ['12 / 27', { month: 12, year: 2027 }],
    ['11 / 26', { month: 11, year: 2026 }],
    ['10 / 26', null],
    ['13 / 27', null],
    ['00 / 27', null],
    ['12 / ', null],
  ])('PAY-04 %s is read as %j', (text, expiry) => {
    expect(readExpiry(text, NOW)).toEqual(expiry);
  });
});

it('PAY-04 a cvc has three or four digits', () => {
  expect(['12', '123', '1234', '12a', '12345'].map(isCvc)).toEqual([false, true, true, false, false]);
});
