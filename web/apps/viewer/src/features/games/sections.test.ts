import type { Event } from '@touchline/api';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../testing/fixtures.ts';
import { dayOf } from '../../time/days.ts';
import { sectionsOf } from './sections.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const game = (id: number, iso: string, stream_status: Event['stream_status'] = 'upcoming') =>
  makeEvent({ id, event_utc_ts: at(iso), stream_status });
const plain = { timeZone: 'America/New_York', liveFirst: false, favourites: null, more: false };
const outline = (sections: ReturnType<typeof sectionsOf>) =>
  sections.map(({ key, events }) => [key, events.map(({ id }) => id)]);

describe('sectionsOf', () => {
  it('groups by the days of the viewer’s zone', () => {
    const games = [game(1, '2026-11-15T00:05:00Z'), game(2, '2026-11-15T05:00:00Z'), game(3, '2026-11-15T23:00:00Z')];
    expect(outline(sectionsOf(games, plain))).toEqual([
      ['day-2026-11-14', [1]],
      ['day-2026-11-15', [2, 3]],
    ]);
    expect(outline(sectionsOf(games, { ...plain, timeZone: 'UTC' }))).toEqual([['day-2026-11-15', [1, 2, 3]]]);
    expect(outline(sectionsOf(games, { ...plain, timeZone: 'Asia/Tokyo' }))).toEqual([
      ['day-2026-11-15', [1, 2]],
      ['day-2026-11-16', [3]],
    ]);
  });

  it('keeps a day of 25 hours whole, and one of 23 hours to itself', () => {
    const autumn = [game(1, '2026-11-01T04:00:00Z'), game(2, '2026-11-02T04:59:00Z'), game(3, '2026-11-02T05:00:00Z')];
    expect(outline(sectionsOf(autumn, plain))).toEqual([
      ['day-2026-11-01', [1, 2]],
      ['day-2026-11-02', [3]],
    ]);
    const spring = [game(1, '2026-03-08T05:00:00Z'), game(2, '2026-03-09T03:59:00Z'), game(3, '2026-03-09T04:00:00Z')];
    expect(outline(sectionsOf(spring, plain))).toEqual([
      ['day-2026-03-08', [1, 2]],
      ['day-2026-03-09', [3]],
    ]);
  });

  it('ROUTE-24 live games stand first where several states are shown', () => {
    const games = [game(1, '2026-11-15T20:00:00Z'), game(2, '2026-11-14T20:00:00Z', 'live')];
    expect(outline(sectionsOf(games, { ...plain, liveFirst: true }))).toEqual([
      ['live', [2]],
      ['day-2026-11-15', [1]],
    ]);
    expect(outline(sectionsOf(games, plain)).at(0)).toEqual(['day-2026-11-15', [1]]);
  });

  it('FAV-03 favourites have days of their own in front of the others', () => {
    const games = [game(1, '2026-11-15T20:00:00Z'), game(2, '2026-11-16T20:00:00Z'), game(3, '2026-11-15T21:00:00Z')];
    const sections = sectionsOf(games, { ...plain, favourites: 2 });
    expect(outline(sections)).toEqual([
      ['favourites-2026-11-15', [1]],
      ['favourites-2026-11-16', [2]],
      ['others-2026-11-15', [3]],
    ]);
    expect(sections.map(({ part }) => part)).toEqual(['favourites', 'favourites', 'others']);
  });

  it('only the last section may go on with the next page', () => {
    const games = [game(1, '2026-11-15T20:00:00Z'), game(2, '2026-11-16T20:00:00Z')];
    expect(sectionsOf(games, { ...plain, more: true }).map(({ complete }) => complete)).toEqual([true, false]);
    expect(sectionsOf(games, plain).map(({ complete }) => complete)).toEqual([true, true]);
  });

  it('loses no game, doubles none, and mixes no days', () => {
    const moments = fc.array(fc.integer({ min: at('2026-03-01T00:00:00Z'), max: at('2026-12-01T00:00:00Z') }));
    const zones = fc.constantFrom('America/New_York', 'Europe/Sofia', 'Asia/Kolkata', 'Australia/Lord_Howe');
    fc.assert(
      fc.property(moments, zones, fc.boolean(), fc.option(fc.nat(20)), (times, timeZone, liveFirst, favourites) => {
        const games = times.map((event_utc_ts, id) =>
          makeEvent({ id, event_utc_ts, stream_status: id % 3 ? 'upcoming' : 'live' }),
        );
        const sections = sectionsOf(games, { timeZone, liveFirst, favourites, more: false });
        expect(sections.flatMap(({ events }) => events.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(
          games.map(({ id }) => id),
        );
        for (const { day, events } of sections) {
          expect(events.every((event) => day === null || dayOf(event.event_utc_ts, timeZone) === day)).toBe(true);
        }
        expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length);
      }),
    );
  });
});
