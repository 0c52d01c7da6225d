import type { Event, GameChange, HomeEvents } from '@touchline/api';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEvent, makeHome } from '../testing/fixtures.ts';
import { gamesIn, patchGames, patchHome } from './live-patch.ts';

const changeOf = (change: Partial<GameChange> = {}): GameChange => ({
  id: 1,
  name: 'Granite Bay @ Ironwood',
  stream_status: 'live',
  event_utc_ts: 100,
  score: null,
  duration: null,
  ...change,
});
const mapOf = (...changes: readonly GameChange[]) => new Map(changes.map((change) => [change.id, change]));

const states = fc.constantFrom<Event['stream_status'][]>('live', 'upcoming', 'finished');
const scores = fc.option(fc.tuple(fc.nat(99), fc.nat(99)), { nil: null });
const changeSets = fc
  .array(
    fc.record({
      id: fc.nat(12),
      name: fc.constant('A @ B'),
      stream_status: states,
      event_utc_ts: fc.nat(1000),
      score: scores,
      duration: fc.option(fc.nat(9000), { nil: null }),
    }),
    { maxLength: 12 },
  )
  .map((changes) => mapOf(...changes));
const homes: fc.Arbitrary<HomeEvents> = fc
  .uniqueArray(fc.record({ id: fc.nat(12), stream_status: states, event_utc_ts: fc.nat(1000) }), {
    selector: ({ id }) => id,
  })
  .map((games) => {
    const of = (state: Event['stream_status']) =>
      games.filter(({ stream_status }) => stream_status === state).map((game) => makeEvent(game));
    return makeHome({ live: of('live'), upcoming: of('upcoming'), finished: of('finished') });
  });

describe('patchGames', () => {
  it('EVT-11 changes a game wherever it is held, and leaves the rest the very same', () => {
    const other = makeEvent({ id: 2 });
    const data = { pages: [{ items: [makeEvent({ id: 1 }), other], total: 2 }], meta: { since: null } };
    const next = patchGames(data, mapOf(changeOf({ score: [3, 2] })));
    expect(next.pages[0]?.items[0]).toMatchObject({ id: 1, stream_status: 'live', score: [3, 2] });
    expect(next.pages[0]?.items[1]).toBe(other);
    expect(next.meta).toBe(data.meta);
  });

  it('EVT-11 data without the game, or with the same game, stays the same object', () => {
    const data = { items: [makeEvent({ id: 5 })], title: 'x', none: null };
    expect(patchGames(data, mapOf(changeOf()))).toBe(data);
    const game = makeEvent({ id: 1, stream_status: 'live', event_utc_ts: 100, score: [1, 0] });
    expect(patchGames(game, mapOf(changeOf({ score: [1, 0] })))).toBe(game);
  });

  it('keeps what a change does not speak of', () => {
    const game = makeEvent({ id: 1, has_access: false, access_type: 'ppv' });
    expect(patchGames(game, mapOf(changeOf()))).toMatchObject({ has_access: false, access_type: 'ppv' });
  });
});

const ids = (list: readonly Event[]) => list.map(({ id }) => id);
const sorted = (data: unknown) => ids(gamesIn(data)).toSorted((a, b) => a - b);

describe('patchHome', () => {
  const home = makeHome({
    live: [makeEvent({ id: 1, stream_status: 'live' })],
    upcoming: [makeEvent({ id: 2 }), makeEvent({ id: 3 })],
    finished: [makeEvent({ id: 4, stream_status: 'finished' })],
  });

  it('EVT-11 a kick-off moves the game to the live ones, where it comes first', () => {
    const next = patchHome(home, mapOf(changeOf({ id: 3 })));
    expect([ids(next.live), ids(next.upcoming), ids(next.finished)]).toEqual([[3, 1], [2], [4]]);
  });

  it('EVT-11 an end moves it to the full games, and out of the favourites', () => {
    const ofMember = { ...home, favorites: [...home.live, ...home.upcoming] };
    const next = patchHome(ofMember, mapOf(changeOf({ id: 1, stream_status: 'finished', duration: 5400 })));
    expect([ids(next.live), ids(next.finished), ids(next.favorites)]).toEqual([[], [1, 4], [2, 3]]);
  });

  it('EVT-11 a score moves nothing', () => {
    const next = patchHome(home, mapOf(changeOf({ id: 1, score: [7, 0] })));
    expect([ids(next.live), ids(next.upcoming), ids(next.finished)]).toEqual([[1], [2, 3], [4]]);
    expect(next.upcoming[0]).toBe(home.upcoming[0]);
  });

  it('EVT-11 changes taken in twice are as good as once', () => {
    fc.assert(
      fc.property(homes, changeSets, (any, changes) => {
        const once = patchHome(any, changes);
        expect(patchHome(once, changes)).toBe(once);
      }),
    );
  });

  it('EVT-11 no game is lost or doubled, and each stands in the rail of its state', () => {
    fc.assert(
      fc.property(homes, changeSets, (any, changes) => {
        const next = patchHome(any, changes);
        expect(sorted(next)).toEqual(sorted(any));
        for (const state of ['live', 'upcoming', 'finished'] as const) {
          expect(next[state].every(({ stream_status }) => stream_status === state)).toBe(true);
        }
      }),
    );
  });
});
