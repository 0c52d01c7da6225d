import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { branches, dropped, fits, placed, spotOf, stepped, type TreeRow } from './menu-tree.ts';

const PLACES = ['header', 'footer'];
const link = (id: number, parent_id: number | null = null, place = 'header'): TreeRow => ({ id, place, parent_id });
const sketch = (rows: readonly TreeRow[], place = 'header') =>
  branches(rows, place).map(({ row, under }) => [row.id].concat(under.map(({ id }) => id)));
const inOrder = (a: number, b: number) => a - b;
const find = (rows: readonly TreeRow[], id: number) => rows.find((row) => row.id === id) ?? link(id);

describe('the tree of the menu', () => {
  const rows = [link(1), link(2, 1), link(3, 1), link(4), link(5, null, 'footer'), link(6, 99)];
  const step = (id: number, key: Parameters<typeof stepped>[2]) => {
    const spot = stepped(rows, find(rows, id), key);
    return spot && sketch(placed(rows, PLACES, find(rows, id), spot));
  };

  test('OPS-02 links stand under links, and those whose parent has gone at the top', () => {
    expect(sketch(rows)).toEqual([[1, 2, 3], [4], [6]]);
    expect(sketch(rows, 'footer')).toEqual([[5]]);
    expect(spotOf(rows, find(rows, 3))).toEqual({ place: 'header', parent: 1, index: 1 });
  });

  test('OPS-02 keys move along a list, under the link before, and out again', () => {
    expect(step(4, 'ArrowUp')).toEqual([[4], [1, 2, 3], [6]]);
    expect(step(3, 'ArrowUp')).toEqual([[1, 3, 2], [4], [6]]);
    expect(step(4, 'ArrowRight')).toEqual([[1, 2, 3, 4], [6]]);
    expect(step(2, 'ArrowLeft')).toEqual([[1, 3], [2], [4], [6]]);
    expect(step(1, 'End')).toEqual([[4], [6], [1, 2, 3]]);
    for (const [id, key] of [
      [1, 'ArrowRight'],
      [1, 'ArrowUp'],
      [2, 'ArrowRight'],
      [4, 'ArrowLeft'],
    ] as const) {
      expect(step(id, key)).toBeNull();
    }
  });

  test('OPS-02 a link with links under it goes under none', () => {
    expect(fits(rows, find(rows, 1), { parent: 4 })).toBe(false);
    expect(fits(rows, find(rows, 4), { parent: 2 })).toBe(false);
    const drop = (id: number, on: number, isUnder: boolean) => {
      const spot = dropped(rows, find(rows, id), find(rows, on), isUnder);
      return spot && sketch(placed(rows, PLACES, find(rows, id), spot));
    };
    expect(drop(4, 1, true)).toEqual([[1, 2, 3, 4], [6]]);
    expect(drop(4, 2, false)).toEqual([[1, 4, 2, 3], [6]]);
    expect(drop(1, 4, true)).toEqual([[4], [1, 2, 3], [6]]);
    expect(drop(1, 2, false)).toBeNull();
    expect(drop(5, 4, false)).toEqual([[1, 2, 3], [5], [4], [6]]);
  });

  test('OPS-02 whatever moves, no link is lost and there is one level', () => {
    const tree = fc.array(fc.tuple(fc.option(fc.nat(7), { nil: null }), fc.constantFrom(...PLACES)), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(tree, fc.nat(), fc.nat(), fc.nat(), fc.constantFrom(...PLACES), (made, one, above, index, place) => {
        const all = made.map(([parent, at], id) => link(id, parent, at));
        const row = find(all, one % all.length);
        const parent = above % 3 === 0 ? null : above % all.length;
        const now = placed(all, PLACES, row, { place, parent, index });
        const seen = PLACES.flatMap((where) => sketch(now, where)).flat();
        expect(seen.toSorted(inOrder)).toEqual(all.map(({ id }) => id));
      }),
    );
  });
});
