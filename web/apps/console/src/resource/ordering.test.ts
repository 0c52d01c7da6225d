import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupsOf, moved, withGroup } from './ordering.ts';

const row = (id: number) => ({ id, version: 1 });
const groupOf = ({ id }: { id: number }) => (id === 5 ? 'strange' : id % 2 === 0 ? 'even' : 'odd');
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

  test('OPS-02 groups keep their order, and rows of an unknown group join the first', () => {
    const rows = [1, 2, 3, 4, 5].map(row);
    const groups = [
      { value: 'even', label: 'menu.header' },
      { value: 'odd', label: 'menu.footer' },
    ] as const;
    const found = groupsOf({ groups, groupOf }, rows);
    expect(found.map((group) => group.rows.map(({ id }) => id))).toEqual([
      [2, 4, 5],
      [1, 3],
    ]);
    expect(withGroup(found, 'odd', [3, 1].map(row)).map(({ id }) => id)).toEqual([2, 4, 5, 3, 1]);
    expect(groupsOf({}, rows)).toEqual([{ value: null, rows }]);
  });
});
