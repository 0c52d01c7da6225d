const MAX_LENGTH = 19;
const SHORTEST = 12;
const AMERICAN_EXPRESS = /^3[47]/;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** A number in the groups that are on the card. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MAX_LENGTH);
  const groups = AMERICAN_EXPRESS.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
}

/** Whether it can be the number of a card: long enough, and with the right last digit (Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < SHORTEST || digits.length > MAX_LENGTH) return false;
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Month and year as they are typed: a slash comes by itself, and goes by itself. */
export function formatExpiry(text: string, before: string): string {
  const typed = digitsOf(text);
  // "4" can only be April.
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  const isErasing = text.length < before.length;
  if (digits.length < 2 || (digits.length === 2 && isErasing)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

interface Expiry {
  readonly month: number;
  /** All four digits. */
  readonly year: number;
}

/** The month that a card is good until; null where there is none, or it is over. */
export function readExpiry(text: string, now: Date): Expiry | null {
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? [];
  const expiry = { month: Number(month), year: 2000 + Number(year) };
  if (year === '' || expiry.month < 1 || expiry.month > 12) return null;
  const isOver = expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1;
  return isOver ? null : expiry;
}

export function isCvc(text: string): boolean {
  return /^\d{3,4}$/.test(text);
}
