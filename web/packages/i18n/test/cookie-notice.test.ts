import { expect, test } from 'vitest';
import { COOKIE_NOTICE } from '../src/cookie-notice.ts';
import { bg } from '../src/locales/bg.ts';
import { en } from '../src/locales/en.ts';
import { fr } from '../src/locales/fr.ts';

test('UI-01 the default of the cookie notice is what viewers read', () => {
  expect(COOKIE_NOTICE).toEqual({ en: en['cookies.text'], fr: fr['cookies.text'], bg: bg['cookies.text'] });
});
