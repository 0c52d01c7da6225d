import type { VodItem } from '@touchline/api';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVodItem } from '../../testing/content-fixtures.ts';
import { librarySearch, withCategory, withTitle } from './library-search.ts';
import { railCategory } from './rail-category.ts';
import { needsPass, vodAccessLabel } from './vod-access.ts';
import { loadedItems, nextOffset } from './vod-queries.ts';

const pageOf = (items: VodItem[], total: number) => ({ items, total });
const rail = (title: string, ...categoryIds: number[][]) => ({
  id: 1,
  title,
  vod_media_items: categoryIds.map((category_ids, index) => makeVodItem(index + 1, { category_ids })),
});

describe('librarySearch', () => {
  it('ROUTE-19 category and title stand in the address', () => {
    expect(librarySearch({ category: 'highlights', title: ' dunks ', x: 1 })).toEqual({
      category: 'highlights',
      title: 'dunks',
    });
    expect(librarySearch({ title: 2026 })).toEqual({ title: '2026' });
  });

  it('drops what makes no sense', () => {
    expect(librarySearch({ category: '', title: '   ' })).toEqual({});
    expect(librarySearch({ category: ['a'], title: { b: 1 } })).toEqual({});
  });

  it('ROUTE-19 category and title change without losing the other', () => {
    const both = { category: 'highlights', title: 'dunks' };
    expect(withTitle(both, '')).toEqual({ category: 'highlights' });
    expect(withCategory(both, null)).toEqual({ title: 'dunks' });
    expect(withCategory(withTitle({}, 'dunks'), 'highlights')).toEqual(both);
  });
});

describe('pages of videos', () => {
  it('VOD-02 pages follow each other until all is there', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 30 }), (total, size) => {
        const all = Array.from({ length: total }, (_, index) => makeVodItem(index + 1));
        const pages = [pageOf(all.slice(0, size), total)];
        for (let next = nextOffset(pages); next !== undefined; next = nextOffset(pages)) {
          pages.push(pageOf(all.slice(next, next + size), total));
        }
        expect(loadedItems(pages)).toEqual(all);
      }),
    );
  });

  it('VOD-02 a server that promises more than it has is not asked for ever', () => {
    expect(nextOffset([pageOf([makeVodItem(1)], 9), pageOf([], 9)])).toBeUndefined();
    expect(nextOffset([])).toBeUndefined();
  });

  it('a video that slid onto the next page meanwhile stands once', () => {
    const items = loadedItems([pageOf([makeVodItem(1), makeVodItem(2)], 3), pageOf([makeVodItem(2)], 3)]);
    expect(items.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('railCategory', () => {
  const categories = [
    { id: 1, title: 'Football', alias: 'football' },
    { id: 2, title: 'Highlights', alias: 'highlights' },
  ];

  it('VOD-01 a rail leads to the category that all its videos share', () => {
    expect(railCategory(rail('New', [1, 2], [2]), categories)?.alias).toBe('highlights');
  });

  it('VOD-01 a rail with several shared categories leads to the one with its name', () => {
    expect(railCategory(rail('Highlights', [1, 2], [1, 2]), categories)?.alias).toBe('highlights');
    expect(railCategory(rail('New', [1, 2], [1, 2]), categories)?.alias).toBe('football');
  });

  it('a mixed or an empty rail leads nowhere', () => {
    expect(railCategory(rail('New', [1], [2]), categories)).toBeUndefined();
    expect(railCategory(rail('New', [], [2]), categories)).toBeUndefined();
    expect(railCategory(rail('New'), categories)).toBeUndefined();
  });
});

it('VOD-03 a video that asks for the library pass says so, unless it is there', () => {
  const locked = makeVodItem(1, { access_type: 'vod_media', has_access: false });
  const bought = makeVodItem(1, { access_type: 'vod_media', has_access: true });
  expect([makeVodItem(1), locked, bought].map(needsPass)).toEqual([false, true, false]);
  expect([makeVodItem(1), locked, bought].map(vodAccessLabel)).toEqual([
    'access.free',
    'access.paid',
    'access.includedVideo',
  ]);
});
