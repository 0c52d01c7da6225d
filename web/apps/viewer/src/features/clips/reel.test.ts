import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoaded, lengthen, stepTo, wantsMore } from './reel.ts';

const clip = (id: number, created_at = id) => ({ id, created_at });

describe('the reel', () => {
  it('ROUTE-14 has the newest first', () => {
    expect(lengthen([], [clip(1, 5), clip(2, 9), clip(3, 9)]).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('ROUTE-14 goes on after what was there, and shows no clip twice', () => {
    // A clip was made meanwhile: the next part begins with a known one.
    const reel = lengthen([clip(9), clip(8)], [clip(8), clip(7), clip(7), clip(6)]);
    expect(reel.map(({ id }) => id)).toEqual([9, 8, 7, 6]);
  });

  it('ROUTE-14 is bounded, and keeps its order whatever comes', () => {
    const parts = fc.array(fc.array(fc.nat(500), { maxLength: 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(parts, (lists) => {
        const reel = lists.reduce<readonly { id: number; created_at: number }[]>((before, ids) => {
          const next = lengthen(
            before,
            ids.map((id) => clip(id)),
          );
          expect(next.slice(0, before.length)).toEqual(before);
          return next;
        }, []);
        expect(reel.length).toBeLessThanOrEqual(300);
        expect(new Set(reel.map(({ id }) => id)).size).toBe(reel.length);
      }),
    );
  });

  it('ROUTE-14 steps stop at its ends', () => {
    expect([stepTo(0, -1, 3), stepTo(0, 1, 3), stepTo(2, 1, 3), stepTo(0, 1, 0)]).toEqual([0, 1, 2, 0]);
  });

  it('ROUTE-14 the clip that plays and the next one are loaded, no others', () => {
    expect([0, 1, 2, 3, 4].filter((index) => isLoaded(index, 2))).toEqual([2, 3]);
  });

  it('ROUTE-14 asks for more before its end, and not after the last', () => {
    expect(wantsMore(2, 12, 40)).toBe(false);
    expect(wantsMore(8, 12, 40)).toBe(true);
    expect(wantsMore(11, 12, 12)).toBe(false);
  });
});
