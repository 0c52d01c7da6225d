import { describe, expect, it } from 'vitest';
import { behindLive, bufferedAfter, clampTime, fractionOf, isAtEdge, liveStart, timeAt } from './timeline.ts';

const LIVE = { start: 0, end: 3600, live: true };
const VOD = { start: 0, end: 3600, live: false };

describe('timeline', () => {
  it('PLAY-08 is at the live edge up to 3 s behind it', () => {
    expect(isAtEdge(LIVE, 3598)).toBe(true);
    expect(isAtEdge(LIVE, 3601)).toBe(true);
    expect(isAtEdge(LIVE, 3590)).toBe(false);
    expect(isAtEdge(VOD, 3600)).toBe(false);
  });

  it('PLAY-01 tells how far behind live the viewer is', () => {
    expect(behindLive(LIVE, 3566)).toBe(34);
    expect(behindLive(LIVE, 3601)).toBe(0);
    expect(behindLive(VOD, 10)).toBe(0);
  });

  it('PLAY-01 a seek never leaves the game', () => {
    expect(clampTime(LIVE, -10)).toBe(0);
    expect(clampTime(LIVE, 4000)).toBe(3600);
    expect(clampTime(LIVE, Number.NaN)).toBe(0);
    expect(clampTime({ start: 5, end: 0, live: true }, 3)).toBe(5);
  });

  it('PLAY-08 the start of a live game is never before its sound, nor before its picture', () => {
    expect(liveStart(0, Number.EPSILON)).toBeGreaterThan(Number.EPSILON);
    expect(liveStart(3.2, 3.2 - Number.EPSILON)).toBeGreaterThan(3.2);
    expect(liveStart(0, 0.5)).toBeCloseTo(0.5, 2);
  });

  it('PLAY-08 the bar and the game have one scale', () => {
    const late = { start: 100, end: 300, live: true };
    expect(fractionOf(late, 150)).toBe(0.25);
    expect(timeAt(late, 0.25)).toBe(150);
    expect(fractionOf({ start: 0, end: 0, live: false }, 5)).toBe(0);
  });

  it('PLAY-01 counts what is loaded without a hole', () => {
    expect(bufferedAfter([[0, 10]], 4)).toBe(6);
    expect(
      bufferedAfter(
        [
          [0, 10],
          [10.05, 14],
        ],
        4,
      ),
    ).toBe(10);
    expect(
      bufferedAfter(
        [
          [0, 10],
          [12, 14],
        ],
        4,
      ),
    ).toBe(6);
    expect(bufferedAfter([[5, 10]], 2)).toBe(0);
  });
});
