import type { Product } from '@touchline/api';
import { describe, expect, it } from 'vitest';
import { makeProduct, makeQuote } from '../../testing/shop.ts';
import { overlapsOrder } from './overlapping-order.ts';

const quoteOf = (change: Partial<Product>) => {
  const quote = makeQuote();
  for (const line of quote.lines) line.product = makeProduct(change);
  return quote;
};

describe('overlapsOrder', () => {
  it('PAY-13 an order is for the same where some of it would be bought twice', () => {
    const products = [makeProduct({ id: 7 }), makeProduct({ id: 1, event_category_id: 2 })];
    expect(overlapsOrder({ products }, quoteOf({ id: 7 }))).toBe(true);
    expect(overlapsOrder({ products }, quoteOf({ id: 1 }))).toBe(true);
    expect(overlapsOrder({ products }, quoteOf({ id: 1, event_category_id: 2 }))).toBe(true);
    expect(overlapsOrder({ products }, quoteOf({ id: 1, event_category_id: 3 }))).toBe(false);
    expect(overlapsOrder({ products }, quoteOf({ id: 8 }))).toBe(false);
  });

  it('PAY-13 two games of one pass are not the same', () => {
    const products = [makeProduct({ id: 6, event_id: 70 })];
    expect(overlapsOrder({ products }, quoteOf({ id: 6, event_id: 71 }))).toBe(false);
    expect(overlapsOrder({ products }, quoteOf({ id: 6, event_id: 70 }))).toBe(true);
  });
});
