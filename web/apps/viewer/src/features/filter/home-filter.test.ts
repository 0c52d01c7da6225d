import { describe, expect, it } from 'vitest';
import { makeParticipant, makeSchool } from '../../testing/fixtures.ts';
import { filterValue, homeSearch, resolveFilter } from './home-filter.ts';

const granite = makeSchool(1, 'Granite Bay');
const north = makeSchool(2, 'Northridge', { alias: null });
const bears = makeParticipant(5, 'Granite Bears', { group_id: 1 });
const schools = [granite, north];

describe('homeSearch', () => {
  it('ROUTE-01 reads school and team from the query', () => {
    expect(homeSearch({ school: ' granite-bay ', team: 'bears', page: 3 })).toEqual({
      school: 'granite-bay',
      team: 'bears',
    });
  });

  it('reads a name that looks like a number, and drops what is no name', () => {
    expect(homeSearch({ school: 2026 })).toEqual({ school: '2026' });
    expect(homeSearch({ school: '', team: ['x'] })).toEqual({});
  });
});

describe('resolveFilter', () => {
  it('ROUTE-01 finds a school by alias, or else by name', () => {
    expect(resolveFilter({ school: 'granite-bay' }, schools, [])).toEqual({ kind: 'school', school: granite });
    expect(resolveFilter({ school: 'northridge' }, schools, [])).toEqual({ kind: 'school', school: north });
  });

  it('ROUTE-01 finds a team with its school, and prefers it to a school', () => {
    const filter = resolveFilter({ school: 'northridge', team: 'granite-bears' }, schools, [bears]);
    expect(filter).toEqual({ kind: 'team', team: bears, school: granite });
  });

  it('says so when nobody goes by that name', () => {
    expect(resolveFilter({ team: 'nobody' }, schools, [bears])).toEqual({ kind: 'unknown', wanted: 'nobody' });
    expect(resolveFilter({}, schools, [bears])).toBeNull();
  });
});

it('ROUTE-29 a menu entry links by its alias, or else by its name', () => {
  expect(filterValue(granite)).toBe('granite-bay');
  expect(filterValue(north)).toBe('Northridge');
});
