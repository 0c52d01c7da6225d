import { expect, test } from 'vitest';
import { shortNameOf } from './school.ts';

test.each([
  ['Lions', 'LIO'],
  ['Lions High School', 'LHS'],
  ['СОУ „Левски“ Пловдив', 'СЛП'],
  ['St. Mary-on-the-Hill', 'SMOTH'],
  ['', ''],
  ['A – B', 'AB'],
])('OPS-02 %s is short %s', (name, short) => {
  expect(shortNameOf(name)).toBe(short);
});
