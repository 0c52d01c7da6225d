import { describe, expect, test } from 'vitest';
import { ordersSearch } from './orders-search.ts';

describe('ordersSearch', () => {
  test('takes what makes sense, and leaves the rest out', () => {
    expect(ordersSearch({ find: ' fan@demo.test ', refund: 'failed' })).toEqual({
      find: 'fan@demo.test',
      refund: 'failed',
    });
    expect(ordersSearch({ find: '  ', refund: 'done' })).toEqual({});
    expect(ordersSearch({ find: 12, page: '2' })).toEqual({});
    expect(ordersSearch({ find: 'a'.repeat(300) }).find).toHaveLength(254);
  });
});
