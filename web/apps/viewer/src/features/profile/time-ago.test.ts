import { expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z') / 1000;

it.each([
  [0, 'en', 'now'],
  [-5, 'en', 'now'],
  [59, 'en', 'now'],
  [60, 'en', '1 minute ago'],
  [3599, 'en', '59 minutes ago'],
  [7200, 'en', '2 hours ago'],
  [86_400, 'en', 'yesterday'],
  [3 * 86_400, 'fr', 'il y a 3 jours'],
  [8 * 86_400, 'en', 'Nov 7, 2026'],
  [8 * 86_400, 'fr', '7 nov. 2026'],
])('UI-13 %d seconds ago in %s is said as %s', (seconds, locale, words) => {
  expect(timeAgo(NOW - seconds, NOW, locale)).toBe(words);
});
