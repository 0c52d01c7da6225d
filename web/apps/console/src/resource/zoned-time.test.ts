import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTime, sayTime, timeText, typedTime } from './zoned-time.ts';

const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));

test('OPS-02 a typed time is read as it was written', () => {
  const time = fc.record({
    local: fc.tuple(two(11), two(27), two(23), two(59)).map(([m, d, h, s]) => `2026-${m}-${d}T${h}:${s}`),
    zone: fc.constantFrom('Europe/Sofia', 'America/Argentina/Buenos_Aires', 'UTC'),
    offset: fc.constantFrom(null, '+02:00', '-05:00'),
  });
  fc.assert(
    fc.property(time, (one) => {
      expect(typedTime(timeText(one))).toEqual(one);
    }),
  );
  for (const wrong of [null, 12, '', '2026-11-20T19:00', '[UTC]']) expect(typedTime(wrong)).toBeNull();
});

test('OPS-02 the offset of the server counts where clocks show a time twice', () => {
  const once = { local: '2026-11-20T19:00', zone: 'Europe/Sofia', at: 1, offset: '+02:00', clock: 'unique' };
  expect(readTime(once)).toBe('2026-11-20T19:00[Europe/Sofia]');
  const twice = { local: '2026-11-01T01:30', zone: 'America/Toronto', at: 1, offset: '-05:00', clock: 'repeated' };
  expect(readTime(twice)).toBe('2026-11-01T01:30-05:00[America/Toronto]');
  for (const wrong of [null, 5, {}, { local: 1, zone: 'UTC' }]) expect(readTime(wrong)).toBeNull();
});

test('OPS-02 a time is said in its own zone, whatever the browser has', () => {
  const said = sayTime({ local: '2026-11-20T19:00', zone: 'Europe/Sofia', offset: null }, 'en-GB');
  expect(said).toBe('20 Nov 2026, 19:00 (Europe/Sofia)');
  expect(sayTime({ local: '2026-11-01T01:30', zone: 'UTC', offset: '-05:00' }, 'en-GB')).toMatch(/01:30 .*-05:00/u);
});
