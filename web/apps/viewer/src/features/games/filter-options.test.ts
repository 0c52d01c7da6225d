import type { Location } from '@touchline/api';
import { describe, expect, it } from 'vitest';
import { makeParticipant, makeSchool } from '../../testing/fixtures.ts';
import { changeFilter, filterOptions } from './filter-options.ts';
import { carriedOver, withoutFilters } from './kept-search.ts';

const place = (id: number, city: string, state: string): Location => ({
  id,
  name: `Arena ${id}`,
  city,
  state,
  country: 'US',
  time_zone: 'UTC',
  image: null,
});
const sport = (id: number, name: string) => ({ id, name, alias: name.toLowerCase(), image: null });
const choices = {
  sports: [sport(1, 'Soccer'), sport(2, 'Basketball'), sport(3, 'Hockey')],
  schools: [makeSchool(1, 'Ironwood'), makeSchool(2, 'Granite Bay', { alias: null })],
  teams: [
    makeParticipant(1, 'Bears', { event_category_id: 1, properties: { gender: 'M', sport: null } }),
    makeParticipant(2, 'Bears', {
      alias: 'bears-b',
      event_category_id: 2,
      properties: { gender: 'W', sport: null },
    }),
    makeParticipant(3, 'Grizzlies', { group_id: 2, event_category_id: 1 }),
  ],
  places: [place(1, 'Portland', 'OR'), place(2, 'Salem', 'OR'), place(3, 'Portland', 'ME'), place(4, '', '')],
};
const values = (options: readonly { value: string }[]) => options.map(({ value }) => value);
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);

describe('filterOptions', () => {
  const all = filterOptions({}, choices, 'en');

  it('UI-12 offers what the channel has, by name, each once', () => {
    expect(labels(all.sport)).toEqual(['Basketball', 'Hockey', 'Soccer']);
    expect(values(all.school)).toEqual(['Granite Bay', 'ironwood']);
    expect(values(all.state)).toEqual(['ME', 'OR']);
    expect(values(all.city)).toEqual(['Portland', 'Salem']);
  });

  it('tells teams of one name apart by sport', () => {
    expect(labels(all.team)).toEqual(['Bears (Basketball)', 'Bears (Soccer)', 'Grizzlies']);
  });

  it('UI-12 a state leaves its cities', () => {
    expect(values(filterOptions({ state: 'ME' }, choices, 'en').city)).toEqual(['Portland']);
    expect(values(filterOptions({ state: 'or' }, choices, 'en').city)).toEqual(['Portland', 'Salem']);
  });

  it('UI-12 a school leaves its teams and sports, a sport and a gender leave their teams', () => {
    const ironwood = filterOptions({ school: 'Ironwood' }, choices, 'en');
    expect(labels(ironwood.sport)).toEqual(['Basketball', 'Soccer']);
    expect(values(ironwood.team)).toEqual(['bears-b', 'bears']);
    expect(values(filterOptions({ sport: 'soccer', gender: 'N' }, choices, 'en').team)).toEqual(['grizzlies']);
    expect(values(filterOptions({ gender: 'W' }, choices, 'en').team)).toEqual(['bears-b']);
  });

  it('keeps what the address says among the options, known or not', () => {
    expect(filterOptions({ sport: 'curling' }, choices, 'en').sport[0]).toEqual({ value: 'curling', label: 'curling' });
    expect(filterOptions({ school: 'Ironwood' }, choices, 'en').school).toContainEqual({
      value: 'Ironwood',
      label: 'Ironwood',
    });
    expect(filterOptions({ sport: 'hockey', school: 'ironwood' }, choices, 'en').sport[0]).toEqual({
      value: 'hockey',
      label: 'Hockey',
    });
  });
});

describe('changeFilter', () => {
  it('begins anew at the first page', () => {
    expect(changeFilter({ page: 4, sport: 'soccer' }, { gender: 'M' }, choices)).toEqual({
      sport: 'soccer',
      gender: 'M',
    });
  });

  it('drops a city that is not in the new state, and a team that is not of the new school, sport or gender', () => {
    expect(changeFilter({ city: 'Salem' }, { state: 'ME' }, choices)).toEqual({ state: 'ME' });
    expect(changeFilter({ city: 'Portland' }, { state: 'ME' }, choices)).toEqual({ state: 'ME', city: 'Portland' });
    expect(changeFilter({ team: 'grizzlies' }, { school: 'ironwood' }, choices)).toEqual({ school: 'ironwood' });
    expect(changeFilter({ team: 'bears-b' }, { sport: 'soccer' }, choices)).toEqual({ sport: 'soccer' });
    expect(changeFilter({ team: 'bears-b' }, { gender: 'W' }, choices)).toEqual({ team: 'bears-b', gender: 'W' });
  });

  it('unsets a filter', () => {
    expect(changeFilter({ sport: 'soccer', gender: 'M' }, { sport: undefined }, choices)).toEqual({ gender: 'M' });
  });
});

it('ROUTE-24 another list takes the filters over, not the days or the page', () => {
  const search = { sport: 'soccer', from: '2026-11-01', day: '2026-11-02', start: 5, page: 3 };
  expect(carriedOver(search)).toEqual({ sport: 'soccer' });
  expect(withoutFilters(search)).toEqual({ day: '2026-11-02', start: 5 });
});
