import { assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forgiven, paceFor, shouldJump, stalled, targetLatency } from './catch-up.ts';

const on = { latency: 1.2, target: 1.2, buffered: 1, rate: 1 };

describe('catching up with the live edge', () => {
  it('PLAY-01 parts of half a second are played 1.2 s behind the newest', () => {
    expect(targetLatency(1.5, 0)).toBeCloseTo(1.2);
  });

  it('PLAY-01 each stall asks for more distance, up to a limit', () => {
    expect(targetLatency(1.5, 1)).toBeGreaterThan(targetLatency(1.5, 0));
    expect(targetLatency(1.5, 50)).toBe(targetLatency(1.5, 4));
  });

  it('PLAY-01 a minute without a stall gives the distance of one back', () => {
    const two = stalled(stalled({ count: 0, at: 0 }, 1_000), 2_000);
    expect(two).toEqual({ count: 2, at: 2_000 });
    expect(forgiven(two, 61_999)).toBe(two);
    expect(forgiven(two, 62_000)).toEqual({ count: 1, at: 62_000 });
    expect(forgiven({ count: 1, at: 62_000 }, 63_000).count).toBe(1);
    expect(forgiven({ count: 0, at: 0 }, 1e9).count).toBe(0);
    expect(stalled({ count: 4, at: 0 }, 5).count).toBe(4);
  });

  it('PLAY-01 a picture that is on time runs at its own speed', () => {
    expect(paceFor(on)).toBe(1);
    expect(paceFor({ ...on, latency: 1.4 })).toBe(1);
  });

  it('PLAY-01 a late picture plays up to 10 % faster', () => {
    expect(paceFor({ ...on, latency: 1.55 })).toBeCloseTo(1.04);
    expect(paceFor({ ...on, latency: 5 })).toBe(1.1);
  });

  it('PLAY-01 a faster pace lasts until the picture is on time', () => {
    expect(paceFor({ ...on, latency: 1.3, rate: 1.03 })).toBeGreaterThan(1);
    expect(paceFor({ ...on, latency: 1.24, rate: 1.03 })).toBe(1);
  });

  it('PLAY-01 a picture with an almost empty buffer keeps its speed, and one too near the edge slows down', () => {
    expect(paceFor({ ...on, latency: 4, buffered: 0.2 })).toBe(1);
    expect(paceFor({ ...on, latency: 0.6 })).toBe(0.97);
  });

  it('PLAY-01 the rate stays between 0.97 and 1.1 for any measurement', () => {
    const seconds = double({ min: -5, max: 7200, noNaN: true });
    assert(
      property(
        seconds,
        seconds,
        seconds,
        double({ min: 0.5, max: 2, noNaN: true }),
        (latency, target, buffered, rate) => {
          const pace = paceFor({ latency, target, buffered, rate });
          expect(pace).toBeGreaterThanOrEqual(0.97);
          expect(pace).toBeLessThanOrEqual(1.1);
        },
      ),
    );
  });

  it('PLAY-01 a viewer far behind is brought back by a jump', () => {
    expect(shouldJump({ latency: 5, target: 1.2, stood: false })).toBe(false);
    expect(shouldJump({ latency: 9, target: 1.2, stood: false })).toBe(true);
  });

  it('PLAY-01 a picture that stood still goes on at the edge', () => {
    expect(shouldJump({ latency: 5, target: 1.2, stood: true })).toBe(true);
    expect(shouldJump({ latency: 2, target: 1.2, stood: true })).toBe(false);
  });
});
