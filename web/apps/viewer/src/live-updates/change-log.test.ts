import type { LiveChanges } from '@touchline/api';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyChangeLog, recordChanges } from './change-log.ts';

const batch = (version: number, scores: Readonly<Record<number, number>>, reset = false): LiveChanges => ({
  version,
  reset,
  games: Object.entries(scores).map(([id, away]) => ({
    id: Number(id),
    name: 'A @ B',
    stream_status: 'live',
    event_utc_ts: 0,
    score: [away, 0],
    duration: null,
  })),
});

const takeAll = (batches: readonly LiveChanges[]) =>
  batches.reduce((changeLog, next) => recordChanges(changeLog, next).changeLog, emptyChangeLog(0));

it('EVT-11 an older batch that comes late says nothing new of a game', () => {
  const first = recordChanges(emptyChangeLog(0), batch(8, { 1: 21 })).changeLog;
  const late = recordChanges(first, batch(5, { 1: 14, 2: 3 }));
  expect([...late.fresh.keys()]).toEqual([2]);
  expect(late.changeLog.version).toBe(8);
  expect(late.changeLog.games.get(1)?.change.score).toEqual([21, 0]);
});

it('EVT-11 the same batch again brings nothing', () => {
  const { changeLog } = recordChanges(emptyChangeLog(0), batch(8, { 1: 21 }));
  const again = recordChanges(changeLog, batch(8, { 1: 21 }));
  expect(again.fresh.size).toBe(0);
  expect(again.changeLog).toEqual(changeLog);
});

it('EVT-11 a reset starts anew, at whatever version the server is then', () => {
  const { changeLog } = recordChanges(takeAll([batch(90, { 1: 1 })]), batch(3, {}, true));
  expect(changeLog).toEqual(emptyChangeLog(3));
  expect(recordChanges(changeLog, batch(4, { 1: 2 })).fresh.size).toBe(1);
});

it('EVT-11 the highest version of each game stays, in any order of batches', () => {
  const batches = fc
    .uniqueArray(fc.nat(50), { maxLength: 8 })
    .chain((versions) =>
      fc.tuple(
        ...versions.map((version) =>
          fc.dictionary(fc.constantFrom('1', '2', '3'), fc.nat(99)).map((scores) => batch(version + 1, scores)),
        ),
      ),
    );
  fc.assert(
    fc.property(batches, fc.infiniteStream(fc.nat()), (list, random) => {
      const shuffled = list.map((one) => [random.next().value, one] as const).toSorted(([a], [b]) => a - b);
      const inOrder = takeAll(list.toSorted((a, b) => a.version - b.version));
      const mixed = takeAll(shuffled.map(([, one]) => one));
      expect(mixed.version).toBe(inOrder.version);
      expect(mixed.games).toEqual(inOrder.games);
    }),
  );
});
