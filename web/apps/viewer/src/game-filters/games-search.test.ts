import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { addDays } from '../time/days.ts';
import { ACCESS_TYPES, FAVORITES, type GamesSearch, gamesSearch, GENDERS, only } from './games-search.ts';
import { EARLIEST_DAY, MAX_PAGES } from './limits.ts';

const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays(EARLIEST_DAY, count));
const words = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text);
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const searches = fc
  .record({
    search: maybe(words),
    sport: maybe(words),
    school: maybe(words),
    team: maybe(words),
    city: maybe(words),
    state: maybe(words),
    gender: maybe(fc.constantFrom(...GENDERS)),
    access: maybe(fc.constantFrom(...ACCESS_TYPES)),
    favorites: maybe(fc.constantFrom(...FAVORITES)),
    range: maybe(fc.tuple(days, fc.integer({ min: 0, max: 60 }))),
    day: maybe(days),
    start: maybe(fc.integer({ min: 0, max: 4_000_000_000 })),
    page: maybe(fc.integer({ min: 2, max: MAX_PAGES })),
  })
  .map(({ range, ...others }): GamesSearch =>
    only({ ...others, from: range?.[0], to: range && addDays(range[0], range[1]) }),
  );

describe('gamesSearch', () => {
  it('UI-12 an address gives back the filters that it was made of', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(gamesSearch(defaultParseSearch(defaultStringifySearch(search)))).toEqual(search);
      }),
    );
  });

  it('UI-12 any query gives a valid filter that reads back as the same', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES), fc.anything()), (query) => {
        const once = gamesSearch(query);
        expect(gamesSearch({ ...once })).toEqual(once);
      }),
    );
  });

  it('UI-12 reads words by hand: in any case, trimmed, numbers too', () => {
    expect(gamesSearch({ gender: 'w', access: 'FREE', sport: ' soccer ', school: 2026, start: '1700000000' })).toEqual({
      gender: 'W',
      access: 'free',
      sport: 'soccer',
      school: '2026',
      start: 1_700_000_000,
    });
  });

  it.each([
    { gender: 'X' },
    { access: 'vip' },
    { favorites: 'all' },
    { from: '2026-02-30' },
    { day: 'tomorrow' },
    { start: -5 },
    { start: 1e14 },
    { page: 1 },
    { page: 0 },
    { page: 2.5 },
    { page: 'two' },
    { city: ['a'] },
    { unknown: 'x' },
  ])('UI-12 drops what makes no sense: %j', (query) => {
    expect(gamesSearch(query)).toEqual({});
  });

  it('EVT-10 no date lies before 2022-08-01', () => {
    expect(gamesSearch({ from: '2019-01-01', day: '2021-05-05' })).toEqual({ from: '2022-08-01', day: '2022-08-01' });
  });

  it('puts a range the right way round, and a page behind the last one on it', () => {
    expect(gamesSearch({ from: '2026-12-01', to: '2026-11-01' })).toEqual({ from: '2026-11-01', to: '2026-12-01' });
    expect(gamesSearch({ page: 99_999 })).toEqual({ page: MAX_PAGES });
  });
});

const NAMES = [
  'search',
  'sport',
  'school',
  'team',
  'gender',
  'state',
  'city',
  'access',
  'favorites',
  'from',
  'to',
  'day',
  'start',
  'page',
] as const;
