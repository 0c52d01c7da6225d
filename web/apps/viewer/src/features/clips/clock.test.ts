import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatClock, parseClock } from './clock.ts';

describe('times that people type', () => {
  it.each([
    ['1:02:03', 3723],
    ['2:03', 123],
    ['7', 7],
    ['90', 90],
    ['90:00', 5400],
    ['0:00:01.5', 1.5],
    ['1,25', 1.25],
    [' 12:34 ', 754],
  ])('VAL-13 %s is %d seconds', (text, seconds) => {
    expect(parseClock(text)).toBe(seconds);
  });

  it.each(['', ':', '1:', ':30', '1:60', '1:60:00', '1:2:3:4', '-1', '1:-2', 'now', '1.2345', '1:2.5:3'])(
    'VAL-13 %j is no time',
    (text) => {
      expect(parseClock(text)).toBeNull();
    },
  );

  it.each([
    [0, '0:00:00'],
    [3723, '1:02:03'],
    [59.9994, '0:00:59.999'],
    [59.9996, '0:01:00'],
    [12.5, '0:00:12.5'],
    [12.05, '0:00:12.05'],
    [-3, '0:00:00'],
  ])('VAL-13 %d is written %s', (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
  });

  it('VAL-13 a written time is read back as the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359_999_999 }), (thousandths) => {
        expect(parseClock(formatClock(thousandths / 1000))).toBe(thousandths / 1000);
      }),
    );
  });
});
