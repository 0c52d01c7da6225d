import type { LiveChanges } from '@touchline/api';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyLedger, enter } from './live-ledger.ts';

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
  batches.reduce((ledger, next) => enter(ledger, next).ledger, emptyLedger(0));

it('EVT-11 an older batch that comes late says nothing new of a game', () => {
  const first = enter(emptyLedger(0), batch(8, { 1: 21 })).ledger;
  const late = enter(first, batch(5, { 1: 14, 2: 3 }));
  expect([...late.fresh.keys()]).toEqual([2]);
  expect(late.ledger.version).toBe(8);
  expect(late.ledger.games.get(1)?.change.score).toEqual([21, 0]);
});

it('EVT-11 the same batch again brings nothing', () => {
  const { ledger } = enter(emptyLedger(0), batch(8, { 1: 21 }));
  const again = enter(ledger, batch(8, { 1: 21 }));
  expect(again.fresh.size).toBe(0);
  expect(again.ledger).toEqual(ledger);
});

it('EVT-11 a reset starts anew, at whatever version the server is then', () => {
  const { ledger } = enter(takeAll([batch(90, { 1: 1 })]), batch(3, {}, true));
  expect(ledger).toEqual(emptyLedger(3));
  expect(enter(ledger, batch(4, { 1: 2 })).fresh.size).toBe(1);
});

it('EVT-11 whatever order batches come in, the highest version of each game stays', () => {
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
