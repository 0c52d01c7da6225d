import { expect, test } from 'vitest';
import { isSameName } from './same-name.ts';

test('a name is typed as it is shown', () => {
  expect(isSameName('Demo Sports', ' Demo  Sports\n')).toBe(true);
  expect(isSameName(' Demo Sports ', 'Demo\u00a0Sports')).toBe(true);
  for (const other of ['Demo', 'DemoSports', 'demo sports', 'Demo Sports 2', '']) {
    expect([other, isSameName(other, 'Demo Sports')]).toEqual([other, false]);
  }
});
