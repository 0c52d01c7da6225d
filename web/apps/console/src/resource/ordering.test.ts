import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moved } from './ordering.ts';

const sorted = (list: readonly number[]) => list.toSorted((one, other) => one - other);

describe('order', () => {
  test('OPS-02 a move keeps all items and puts one at its new place', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (list, one, other) => {
        const [from, to] = [one % list.length, other % list.length];
        const now = moved(list, from, to);
        expect(sorted(now)).toEqual(sorted(list));
        expect(now[to]).toBe(list[from]);
        expect(now.filter((id) => id !== list[from])).toEqual(list.filter((id) => id !== list[from]));
      }),
    );
  });
});
