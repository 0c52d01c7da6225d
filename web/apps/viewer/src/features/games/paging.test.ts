import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../testing/fixtures.ts';
import { MAX_PAGES } from '../../game-filters/limits.ts';
import { ceilingOf, gamesOf, offsetOf, pageAfter } from './paging.ts';

describe('pages', () => {
  it('EVT-03 have 24 games each, and end with the list', () => {
    expect([offsetOf(1), offsetOf(3)]).toEqual([0, 48]);
    expect(pageAfter(1, 24)).toBeNull();
    expect(pageAfter(1, 25)).toBe(2);
    expect(pageAfter(13, 312)).toBeNull();
  });

  it('EVT-03 never ask beyond an offset of 10000, and say where that ends the list', () => {
    expect(offsetOf(MAX_PAGES)).toBeLessThanOrEqual(10_000);
    expect(offsetOf(MAX_PAGES + 1)).toBeGreaterThan(10_000);
    expect(pageAfter(MAX_PAGES, 50_000)).toBeNull();
    expect(ceilingOf(MAX_PAGES, 50_000)).toBe(MAX_PAGES * 24);
    expect(ceilingOf(MAX_PAGES, MAX_PAGES * 24)).toBeNull();
    expect(ceilingOf(2, 50_000)).toBeNull();
  });

  it('a game that slid to the next page while it was loaded counts once', () => {
    const pages = [
      [1, 2],
      [2, 3],
    ].map((ids) => ({ items: ids.map((id) => makeEvent({ id })), total: 3 }));
    expect(gamesOf(pages).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});
