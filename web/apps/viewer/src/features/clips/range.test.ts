import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingRange, placeIn, rangeProblem, turnView, viewAround, viewOf, withEnd, withStart } from './range.ts';

const LENGTHS = { shortest: 1, longest: 120 };
const GAME = { start: 0, end: 7200 };

describe('the stretch of a clip', () => {
  it('CLIP-04 opens with the last half minute while live', () => {
    expect(openingRange({ whole: GAME, time: 7198, atEdge: true, lengths: LENGTHS })).toEqual({
      start: 7170,
      end: 7200,
    });
  });

  it('CLIP-04 opens around the moment on demand', () => {
    expect(openingRange({ whole: GAME, time: 1000, atEdge: false, lengths: LENGTHS })).toEqual({
      start: 985,
      end: 1015,
    });
  });

  it('CLIP-04 opens inside the game at both of its ends', () => {
    expect(openingRange({ whole: GAME, time: 3, atEdge: false, lengths: LENGTHS })).toEqual({ start: 0, end: 30 });
    expect(openingRange({ whole: GAME, time: 7195, atEdge: false, lengths: LENGTHS })).toEqual({
      start: 7170,
      end: 7200,
    });
  });

  it('CLIP-04 a game that has just begun gives what there is', () => {
    const whole = { start: 0, end: 8 };
    expect(openingRange({ whole, time: 7, atEdge: true, lengths: LENGTHS })).toEqual(whole);
  });

  it('CLIP-04 a point that passes the other takes it along', () => {
    const range = { start: 100, end: 130 };
    expect(withStart(range, 200, GAME, LENGTHS)).toEqual({ start: 200, end: 201 });
    expect(withEnd(range, 50, GAME, LENGTHS)).toEqual({ start: 49, end: 50 });
    expect(withStart(range, 0, GAME, LENGTHS)).toEqual({ start: 0, end: 120 });
    expect(withEnd(range, 300, GAME, LENGTHS)).toEqual({ start: 180, end: 300 });
  });

  it('T4 CLIP-04 a range stays valid after any sequence of drags', () => {
    const moves = fc.array(fc.tuple(fc.boolean(), fc.double({ min: -500, max: 9000, noNaN: true })), { maxLength: 20 });
    const games = fc.integer({ min: 2, max: 7200 });
    fc.assert(
      fc.property(games, moves, (length, steps) => {
        const whole = { start: 0, end: length };
        let range = openingRange({ whole, time: length / 2, atEdge: false, lengths: LENGTHS });
        for (const [first, to] of steps) range = (first ? withStart : withEnd)(range, to, whole, LENGTHS);
        expect(rangeProblem(range, whole, LENGTHS)).toBeNull();
      }),
    );
  });

  it.each([
    [{ start: 7190, end: 7210 }, 'past_end'],
    [{ start: 10, end: 10.5 }, 'length'],
    [{ start: 10, end: 5 }, 'length'],
    [{ start: 0, end: 121 }, 'length'],
    [{ start: -1, end: 10 }, 'length'],
    [{ start: 0, end: 120 }, null],
  ])('T4 VAL-08 %j has the problem %s', (range, problem) => {
    expect(rangeProblem(range, GAME, LENGTHS)).toBe(problem);
  });
});

describe('the view of the timeline', () => {
  it('CLIP-04 has the clip in its middle, and stays inside the game', () => {
    expect(viewAround({ start: 1000, end: 1030 }, GAME)).toEqual({ start: 970, end: 1060 });
    expect(viewAround({ start: 0, end: 30 }, GAME)).toEqual({ start: 0, end: 90 });
    expect(viewAround({ start: 0, end: 20 }, { start: 0, end: 40 })).toEqual({ start: 0, end: 40 });
  });

  it('CLIP-04 follows a clip that leaves it, and only then', () => {
    const view = { start: 970, end: 1060 };
    expect(viewOf(view, { start: 970, end: 1060 }, GAME)).toBe(view);
    expect(viewOf(view, { start: 1050, end: 1080 }, GAME)).toEqual({ start: 1020, end: 1110 });
  });

  it('CLIP-04 turns by half, as far as the game goes', () => {
    expect(turnView({ start: 100, end: 200 }, 1, GAME)).toEqual({ start: 150, end: 250 });
    expect(turnView({ start: 20, end: 120 }, -1, GAME)).toEqual({ start: 0, end: 100 });
  });

  it('CLIP-04 knows where a time lies', () => {
    expect(placeIn({ start: 100, end: 200 }, 150)).toBe(0.5);
    expect(placeIn({ start: 100, end: 200 }, 500)).toBe(1);
    expect(placeIn({ start: 100, end: 100 }, 100)).toBe(0);
  });
});
