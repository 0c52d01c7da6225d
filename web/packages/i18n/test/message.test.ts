import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { formatMessage, parseMessage, type Values } from '../src/message.ts';

const format = (message: string, values: Values = {}, locale = 'en') =>
  formatMessage(parseMessage(message), values, locale);

test('plain text and named values', () => {
  expect(format('Skip to content')).toBe('Skip to content');
  expect(format('{away} @ {home}', { away: 'HAW', home: 'OWL' })).toBe('HAW @ OWL');
});

const ENGLISH = '{count, plural, =0 {No games} one {# game} other {# games}} left';
const FRENCH = '{count, plural, one {# match} other {# matchs}}';
const BULGARIAN = '{count, plural, one {# мач} other {# мача}}';

test.each([
  [ENGLISH, 'en', 0, 'No games left'],
  [ENGLISH, 'en', 1, '1 game left'],
  [ENGLISH, 'en', 2, '2 games left'],
  [ENGLISH, 'en', 1234, '1,234 games left'],
  [FRENCH, 'fr', 0, '0 match'],
  [FRENCH, 'fr', 1, '1 match'],
  [FRENCH, 'fr', 2, '2 matchs'],
  [BULGARIAN, 'bg', 0, '0 мача'],
  [BULGARIAN, 'bg', 1, '1 мач'],
  [BULGARIAN, 'bg', 21, '21 мача'],
])('UI-13 %s in %s of %i', (message, locale, count, text) => {
  expect(format(message, { count }, locale)).toBe(text);
});

test.each([
  'an {open brace',
  'a closed} brace',
  '{two words}',
  '{count, plural, one {# game}}',
  '{count, plural, one {# game} other {{nested}}}',
  '{count, plural, single {# game} other {# games}}',
])('a slip is found: %s', (message) => {
  expect(() => parseMessage(message)).toThrow(SyntaxError);
});

test('values come out as they went in', () => {
  assert(
    property(string(), string(), (left, right) => {
      expect(format('{left} and {right}', { left, right })).toBe(`${left} and ${right}`);
    }),
  );
});
