import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLocalInput, toLocalInput } from './local-input.ts';

test('OPS-02 a moment is typed as it is shown, to the minute', () => {
  const minute = fc.integer({ min: 0, max: 60_000_000 }).map((minutes) => minutes * 60);
  fc.assert(
    fc.property(minute, (seconds) => {
      // A clock that is put back shows an hour twice.
      expect(toLocalInput(fromLocalInput(toLocalInput(seconds)) ?? 0)).toBe(toLocalInput(seconds));
    }),
  );
  expect(toLocalInput(Date.parse('2026-11-20T19:00:30') / 1000)).toBe('2026-11-20T19:00');
  expect(fromLocalInput('2026-11-20T19:00')).toBe(Date.parse('2026-11-20T19:00') / 1000);
  expect(fromLocalInput('')).toBeNull();
});
