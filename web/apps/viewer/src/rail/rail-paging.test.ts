import { describe, expect, it } from 'vitest';
import { autoTarget, pageTarget, railEdges } from './rail-paging.ts';

const rail = (left: number) => ({ left, visible: 1000, total: 3000 });
const STEP = 300;

describe('rail paging', () => {
  it('pages by the whole cards that fit', () => {
    expect(pageTarget(rail(0), STEP, 1)).toBe(900);
    expect(pageTarget(rail(900), STEP, -1)).toBe(0);
  });

  it('moves at least one card where none fits whole', () => {
    expect(pageTarget({ left: 0, visible: 250, total: 3000 }, STEP, 1)).toBe(300);
  });

  it('never leaves the rail', () => {
    expect(pageTarget(rail(1800), STEP, 1)).toBe(2000);
    expect(pageTarget(rail(100), STEP, -1)).toBe(0);
  });

  it('UI-06 moves on by one card by itself, and from the end back to the start', () => {
    expect(autoTarget(rail(0), STEP)).toBe(300);
    expect(autoTarget(rail(310), STEP)).toBe(600);
    expect(autoTarget(rail(2000), STEP)).toBe(0);
  });

  it('knows its ends, give or take a few pixels', () => {
    expect(railEdges(rail(3))).toEqual({ atStart: true, atEnd: false });
    expect(railEdges(rail(1996))).toEqual({ atStart: false, atEnd: true });
    expect(railEdges({ left: 0, visible: 1000, total: 900 })).toEqual({ atStart: true, atEnd: true });
  });
});
