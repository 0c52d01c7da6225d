import { describe, expect, it } from 'vitest';
import { countdown, untilNextTick } from './countdown.ts';

describe('countdown', () => {
  it('splits what is left into days, hours, minutes and seconds', () => {
    const left = ((2 * 24 + 3) * 60 + 4) * 60_000 + 5000;
    expect(countdown(left, 0)).toEqual({ days: 2, hours: 3, minutes: 4, seconds: 5, over: false });
  });

  it('shows a begun second as a whole one, so that it ends at the very moment', () => {
    expect(countdown(1000, 1).seconds).toBe(1);
    expect(countdown(1000, 999).seconds).toBe(1);
    expect(countdown(1000, 1000)).toMatchObject({ seconds: 0, over: true });
  });

  it('stays over', () => {
    expect(countdown(1000, 90_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0, over: true });
  });
});

describe('untilNextTick', () => {
  it('waits for the next change of the display', () => {
    expect(untilNextTick(10_000, 0)).toBe(1000);
    expect(untilNextTick(10_000, 250)).toBe(750);
  });
});
