import { expect, test } from 'vitest';
import { wantedLocale } from './language.ts';

test('UI-13 the console speaks what was chosen, what the browser asks for, or English', () => {
  expect(wantedLocale('bg', ['fr-FR'])).toBe('bg');
  expect(wantedLocale(null, ['de-DE', 'fr-CA', 'en'])).toBe('fr');
  expect(wantedLocale('xx', ['de'])).toBe('en');
});
