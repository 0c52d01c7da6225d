import { describe, expect, test } from 'vitest';
import { isNarrowed, ordersAsked, ordersSearch } from './orders-search.ts';

describe('ordersSearch', () => {
  test('takes what makes sense, and leaves the rest out', () => {
    expect(
      ordersSearch({ find: ' fan@demo.test ', refund: 'failed', status: 'paid', sort: 'price', sheet: '7' }),
    ).toEqual({
      find: 'fan@demo.test',
      refund: 'failed',
      status: 'paid',
      sort: 'price',
      sheet: 7,
    });
    expect(ordersSearch({ find: '  ', refund: 'done', status: 'lost', sort: 'email', sheet: '-1' })).toEqual({});
    expect(ordersSearch({ find: 12, page: '2', sort: '-created_at', sheet: 'x' })).toEqual({});
    expect(ordersSearch({ find: 'a'.repeat(300) }).find).toHaveLength(254);
  });

  test('asks the server for what narrows and sorts, and for no sheet', () => {
    expect(ordersAsked({ find: 'a', refund: 'failed', status: 'paid', sort: '-price', sheet: 7 })).toEqual({
      search: 'a',
      refund_failed: true,
      status: 'paid',
      sort: '-price',
    });
    expect([{ sheet: 7 }, { sort: 'price' as const }, { status: 'paid' as const }].map(isNarrowed)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
