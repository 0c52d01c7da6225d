import { expect, test } from 'vitest';
import { hostOf } from './host-of.ts';

test.each([
  [' tv.school.org ', 'tv.school.org'],
  ['https://TV.school.org:8443/live?x=1', 'tv.school.org'],
  ['училище.бг', 'xn--e1afal2byar.xn--90ae'],
  ['a/b', 'a/b'],
  ['2130706433', '2130706433'],
  ['https://', 'https://'],
  ['', ''],
])('%s becomes %s', (typed, host) => {
  expect(hostOf(typed)).toBe(host);
});
