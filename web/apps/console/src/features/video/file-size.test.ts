import { expect, test } from 'vitest';
import { fileSize, percentOf } from './file-size.ts';

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_440_000, '1.4 MB'],
  [14_400_000, '14 MB'],
  [20_000_000_000, '20 GB'],
])('a size is told in words: %i', (bytes, expected) => {
  expect(fileSize(bytes, 'en')).toBe(expected);
});

test('a percentage is 100 only when the whole file is sent', () => {
  expect([percentOf(0, 0), percentOf(999, 1_000), percentOf(1_000, 1_000)]).toEqual([0, 99, 100]);
});
