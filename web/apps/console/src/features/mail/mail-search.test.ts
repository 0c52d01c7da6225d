import { expect, test } from 'vitest';
import { mailSearch, rangeOf } from './mail-search.ts';

test('OPS-01 an address says which mails are shown', () => {
  const search = { state: 'failed', to: ' fan@demo.test ', page: '3' };
  expect(mailSearch(search)).toEqual({ state: 'failed', to: 'fan@demo.test', page: 3 });
});

test.each([
  { state: 'lost', to: '  ', page: '0' },
  { state: 1, to: 2, page: 'x' },
  { page: '1' },
  { page: '-1' },
  { page: '401' },
  { page: '1.5' },
])('OPS-01 invalid values in an address are left out: %o', (search) => {
  expect(mailSearch(search)).toEqual({});
});

test('OPS-01 a page says which mails it shows', () => {
  expect(rangeOf(1, 25)).toEqual({ from: 1, to: 25 });
  expect(rangeOf(3, 4)).toEqual({ from: 51, to: 54 });
});
