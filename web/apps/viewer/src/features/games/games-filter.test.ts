import { describe, expect, it } from 'vitest';
import { daysFilter, gamesFilter } from './games-filter.ts';

const viewer = { today: '2026-11-15', timeZone: 'Europe/Sofia', member: false };
const member = { ...viewer, member: true };

describe('gamesFilter', () => {
  it.each([
    ['live', 'live'],
    ['upcoming', 'upcoming'],
    ['vod', 'finished'],
    ['schedule', 'live,upcoming'],
  ] as const)('ROUTE-24 /%s asks for what is %s', (list, stream_status) => {
    expect(gamesFilter(list, {}, viewer)).toEqual({ stream_status });
  });

  it('EVT-03 UI-12 asks for each filter by its name', () => {
    const search = {
      search: 'final',
      sport: 'soccer',
      school: 'ironwood',
      team: 'bears',
      gender: 'W',
      state: 'MI',
      city: 'Ironwood',
      access: 'free',
      favorites: 'only',
    } as const;
    const { access, ...same } = search;
    expect(gamesFilter('live', search, member)).toEqual({ ...same, access_type: access, stream_status: 'live' });
  });

  it('EVT-03 sends dates with the zone that they are meant in', () => {
    const search = { from: '2026-11-20', to: '2026-11-22' };
    const dates = { start_date: '2026-11-20', end_date: '2026-11-22', time_zone: 'Europe/Sofia' };
    expect(gamesFilter('upcoming', search, viewer)).toEqual({ stream_status: 'upcoming', ...dates });
    expect(gamesFilter('vod', search, viewer)).toEqual({ stream_status: 'finished', ...dates });
    expect(gamesFilter('live', search, viewer)).toEqual({ stream_status: 'live' });
  });

  it('FAV-03 leaves favourites out for visitors', () => {
    expect(gamesFilter('live', { favorites: 'only' }, viewer)).toEqual({ stream_status: 'live' });
  });

  it('FAV-03 members have theirs first, unless they want them only, or among the others', () => {
    const searches = [{}, { favorites: 'first' }, { favorites: 'only' }, { favorites: 'mixed' }] as const;
    const asked = searches.map((search) => gamesFilter('live', search, member).favorites);
    expect(asked).toEqual(['first', 'first', 'only', undefined]);
  });

  it('ROUTE-24 the schedule of a day to come begins with it, and that of a past day shows all states', () => {
    const zone = { time_zone: 'Europe/Sofia' };
    expect(gamesFilter('schedule', { day: '2026-11-21' }, viewer)).toEqual({
      stream_status: 'live,upcoming',
      start_date: '2026-11-21',
      ...zone,
    });
    expect(gamesFilter('schedule', { day: '2026-11-01' }, viewer)).toEqual({ start_date: '2026-11-01', ...zone });
  });

  it('EVT-10 a given start leads to the day after it', () => {
    const start = Date.parse('2026-11-20T12:00:00Z') / 1000;
    expect(gamesFilter('schedule', { start }, viewer)).toMatchObject({ start_date: '2026-11-21' });
  });
});

it('the calendar counts all states with the same choice, and favourites only where only they show', () => {
  expect(daysFilter({ sport: 'soccer', favorites: 'first', page: 3 }, member)).toEqual({
    sport: 'soccer',
    time_zone: 'Europe/Sofia',
  });
  expect(daysFilter({ favorites: 'only' }, member)).toEqual({ favorites: 'only', time_zone: 'Europe/Sofia' });
});
