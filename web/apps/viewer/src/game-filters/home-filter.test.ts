import { describe, expect, it } from 'vitest';
import { filterValue } from './filter-value.ts';
import { makeParticipant, makeSchool } from '../testing/fixtures.ts';
import { filterName, filterSearch, homeSearch, resolveFilter } from './home-filter.ts';

const granite = makeSchool(1, 'Granite Bay');
const north = makeSchool(2, 'Northridge', { alias: null });
const bears = makeParticipant(5, 'Granite Bears', { group_id: 1 });
const hockey = { id: 3, name: 'Ice Hockey', alias: 'ice-hockey', image: null };
const arena = {
  id: 9,
  name: 'North Arena',
  city: 'Toronto',
  state: 'ON',
  country: 'CA',
  time_zone: 'America/Toronto',
  image: null,
};
const known = { schools: [granite, north], teams: [bears], sports: [hockey], places: [arena] };

describe('homeSearch', () => {
  it('ROUTE-01 reads school, team and sport from the query', () => {
    const query = { school: ' granite-bay ', team: 'bears', sport: 'soccer', page: 3 };
    expect(homeSearch(query)).toEqual({ school: 'granite-bay', team: 'bears', sport: 'soccer' });
  });

  it('ROUTE-01 takes the names of the specification as well', () => {
    expect(homeSearch({ group: 'granite-bay' })).toEqual({ school: 'granite-bay' });
    expect(homeSearch({ participant: 'bears' })).toEqual({ team: 'bears' });
    expect(homeSearch({ participant_id: 5 })).toEqual({ team: '5' });
    expect(homeSearch({ category_id: 3 })).toEqual({ sport: '3' });
    expect(homeSearch({ event_category_id: 3 })).toEqual({ sport: '3' });
    expect(homeSearch({ location: 9, division: 'A' })).toEqual({ location: '9', division: 'A' });
  });

  it('UI-12 reads a gender, and drops what is none', () => {
    expect(homeSearch({ sport: 'soccer', gender: 'W' })).toEqual({ sport: 'soccer', gender: 'W' });
    expect(homeSearch({ gender: 'women' })).toEqual({ gender: 'W' });
    expect(homeSearch({ gender: 'X' })).toEqual({});
  });

  it('reads a name that looks like a number, and drops what is no name', () => {
    expect(homeSearch({ school: 2026 })).toEqual({ school: '2026' });
    expect(homeSearch({ school: '', team: ['x'] })).toEqual({});
  });
});

describe('resolveFilter', () => {
  it('ROUTE-01 finds a school by alias, or else by name', () => {
    expect(resolveFilter({ school: 'granite-bay' }, known)).toEqual({ kind: 'school', school: granite });
    expect(resolveFilter({ school: 'northridge' }, known)).toEqual({ kind: 'school', school: north });
  });

  it('ROUTE-01 finds a team with its school, and prefers it to a school', () => {
    const filter = resolveFilter({ school: 'northridge', team: 'granite-bears', sport: 'ice-hockey' }, known);
    expect(filter).toEqual({ kind: 'team', team: bears, school: granite });
  });

  it.each(['ice-hockey', 'ICE HOCKEY', '3'])('ROUTE-01 finds a sport by alias, name or number: %s', (sport) => {
    expect(resolveFilter({ sport, gender: 'M' }, known)).toEqual({ kind: 'sport', sport: hockey, gender: 'M' });
  });

  it.each(['9', 'north arena'])('EVT-12 finds a place by number or name: %s', (location) => {
    const filter = resolveFilter({ location }, known);
    expect(filter).toMatchObject({ kind: 'place', place: arena });
    expect(filter && filter.kind !== 'unknown' && [filterName(filter), filterSearch(filter)]).toEqual([
      'North Arena',
      { location: '9' },
    ]);
  });

  it('EVT-13 takes a division as it is, and a team or a school by its number', () => {
    expect(resolveFilter({ division: 'A' }, known)).toEqual({ kind: 'division', division: 'A' });
    expect(resolveFilter({ team: '5' }, known)).toMatchObject({ kind: 'team', team: bears });
    expect(resolveFilter({ school: '2' }, known)).toEqual({ kind: 'school', school: north });
  });

  it('reports an unknown name', () => {
    expect(resolveFilter({ team: 'nobody' }, known)).toEqual({ kind: 'unknown', wanted: 'nobody' });
    expect(resolveFilter({ sport: '9' }, known)).toEqual({ kind: 'unknown', wanted: '9' });
    expect(resolveFilter({}, known)).toBeNull();
  });
});

it('ROUTE-29 a menu entry links by its alias, or else by its name', () => {
  expect(filterValue(granite)).toBe('granite-bay');
  expect(filterValue(north)).toBe('Northridge');
});

it('links of a narrowed home carry the one thing that it is narrowed to', () => {
  expect(filterSearch(null)).toEqual({});
  expect(filterSearch({ kind: 'team', team: bears, school: granite })).toEqual({ team: 'granite-bears' });
  expect(filterSearch({ kind: 'school', school: north })).toEqual({ school: 'Northridge' });
  expect(filterSearch({ kind: 'sport', sport: hockey, gender: 'W' })).toEqual({ sport: 'ice-hockey', gender: 'W' });
  expect(filterName({ kind: 'sport', sport: hockey, gender: null })).toBe('Ice Hockey');
});
