import { contentTranslate, loadContentMessages } from '@touchline/i18n';
import { describe, expect, it } from 'vitest';
import { activeFilters } from './active-filters.ts';
import { dayName } from './day-name.ts';
import { filterNames } from './filter-names.ts';

await loadContentMessages();
const t = contentTranslate();
const today = '2026-11-15';

describe('dayName', () => {
  it.each([
    ['2026-11-14', 'Yesterday', 'Saturday, November 14'],
    ['2026-11-15', 'Today', 'Sunday, November 15'],
    ['2026-11-16', 'Tomorrow', 'Monday, November 16'],
    ['2026-11-21', 'Saturday, November 21', null],
    ['2027-01-02', 'Saturday, January 2, 2027', null],
  ])('%s is %s', (day, name, date) => {
    expect(dayName(day, today, 'en', t)).toEqual({ name, date });
  });

  it('UI-13 begins with a capital where the language writes days small', () => {
    expect(dayName('2026-11-21', today, 'fr', t).name).toBe('Samedi 21 novembre');
    expect(dayName('2026-11-21', today, 'bg', t).name).toBe('Събота, 21 ноември');
  });
});

describe('activeFilters', () => {
  const options = {
    sport: [{ value: 'soccer', label: 'Soccer' }],
    school: [],
    team: [],
    state: [{ value: 'MI', label: 'MI' }],
    city: [],
    location: [],
  };
  const words = { t, locale: 'en', options };
  const labels = (...[list, search, member]: Parameters<typeof filterNames>) =>
    activeFilters(filterNames(list, search, member), search, words).map(({ label }) => label);

  it('UI-12 names what is chosen', () => {
    const search = { search: 'final', sport: 'soccer', gender: 'N', state: 'MI', access: 'ppv' } as const;
    expect(labels('live', search, false)).toEqual(['“final”', 'Soccer', 'Not identified', 'MI', 'Pay per view']);
  });

  it('names dates only where the list has them, and favourites only to members', () => {
    const search = { from: '2026-11-01', to: '2026-11-02', favorites: 'mixed' } as const;
    expect(labels('vod', search, true)).toEqual(['From November 1, 2026', 'To November 2, 2026', 'By time']);
    expect(labels('live', search, false)).toEqual([]);
    expect(filterNames('vod', search, true)).toEqual(['from', 'to', 'favorites']);
    expect(filterNames('vod', { favorites: 'first' }, true)).toEqual([]);
    expect(filterNames('vod', search, false)).toEqual(['from', 'to']);
    expect(filterNames('live', search, false)).toEqual([]);
    expect(filterNames('schedule', { day: today, start: 4, page: 2 }, true)).toEqual([]);
  });
});
