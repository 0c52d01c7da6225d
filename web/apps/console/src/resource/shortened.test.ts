import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

const long = `${'a'.repeat(300)}${'z'.repeat(300)}`;

test('OPS-02 an unchanged text is shown where it is near a change', () => {
  expect(shortened('short', false, false)).toBe('short');
  expect(shortened(long, false, false)).toBe(`${'a'.repeat(120)}…${'z'.repeat(120)}`);
  expect(shortened(long, true, false)).toBe(`…${'z'.repeat(120)}`);
  expect(shortened(long, false, true)).toBe(`${'a'.repeat(120)}…`);
  expect(shortened(long, true, true)).toBe(`${long.slice(0, 480)}…`);
});
