import { describe, expect, it } from 'vitest';
import { makeBoot, makeEvent, makeHome, makeParticipant, makeSchool } from '../../testing/fixtures.ts';
import { favouriteGames, isFavouriteGame } from '../home/favourite-games.ts';
import { favouriteEntries } from './favourite-names.ts';

const teams = [makeParticipant(1, 'Granite Bay', { group_id: 10 }), makeParticipant(2, 'Ironwood', { group_id: 20 })];
const keeping = (...keys: readonly string[]) => ({
  teams,
  isKept: (type: string, id: number) => keys.includes(`${type}:${id}`),
});

describe('isFavouriteGame', () => {
  const game = makeEvent({ id: 5, event_category_id: 3, location_id: 8 });

  it.each(['event:5', 'participant:2', 'group:10', 'category:3', 'location:8'])(
    'FAV-02 FAV-03 %s makes it a favourite',
    (key) => {
      expect(isFavouriteGame(game, keeping(key))).toBe(true);
    },
  );

  it.each(['event:6', 'participant:3', 'group:30', 'category:5', 'location:1'])(
    'FAV-03 %s does not make it a favourite',
    (key) => {
      expect(isFavouriteGame(game, keeping(key))).toBe(false);
    },
  );

  it('a game without a place has no favourite place', () => {
    expect(isFavouriteGame(makeEvent({ id: 9, location_id: null }), keeping('location:0'))).toBe(false);
  });
});

const at = (id: number, start: number, state: 'live' | 'upcoming' = 'upcoming') =>
  makeEvent({ id, event_utc_ts: start, stream_status: state });

describe('favouriteGames', () => {
  it('FAV-03 contains games named by the server and just pressed ones, live first, then by start', () => {
    const home = makeHome({
      live: [at(1, 50, 'live')],
      upcoming: [at(2, 400), at(3, 300)],
      favorites: [at(2, 400), at(4, 350)],
    });
    const found = favouriteGames(home, keeping('event:3', 'event:1', 'event:2'));
    expect(found.map(({ id }) => id)).toEqual([1, 3, 4, 2]);
  });

  it('FAV-03 a visitor has none', () => {
    expect(favouriteGames(makeHome({ live: [at(1, 50, 'live')] }), keeping())).toEqual([]);
  });
});

describe('favouriteEntries', () => {
  const boot = makeBoot();
  boot.participants = teams;
  boot.bootstrap.participant_groups = [makeSchool(10, 'Granite Bay')];

  it('FAV-02 names teams, schools and sports, and where they lead', () => {
    const kept = new Map([
      ['participant:2', 1],
      ['group:10', 2],
      ['category:1', 3],
      ['event:7', 4],
    ]);
    const entries = favouriteEntries({ kept, pending: new Map() }, boot);
    expect(entries.map(({ type, name, search }) => [type, name, search])).toEqual([
      ['event', null, null],
      ['category', 'Basketball', { sport: 'basketball' }],
      ['group', 'Granite Bay', { school: 'granite-bay' }],
      ['participant', 'Ironwood', { team: 'ironwood' }],
    ]);
  });

  it('FAV-01 counts a wish before the server has agreed', () => {
    const kept = new Map([['group:10', 2]]);
    const pending = new Map([
      ['group:10', false],
      ['category:1', true],
    ]);
    expect(favouriteEntries({ kept, pending }, boot).map(({ type }) => type)).toEqual(['category']);
  });

  it('a favourite that the channel no longer has can still be removed', () => {
    expect(favouriteEntries({ kept: new Map([['location:99', 1]]), pending: new Map() }, boot)).toMatchObject([
      { type: 'location', id: 99, name: null },
    ]);
  });
});
