import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberedPages, rememberPage } from './last-page.ts';
import { loginSearch, returnSearch } from './login-address.ts';
import { returnPath } from './return-path.ts';

const PAGES = ['/sponsors/our-partners'];

describe('returnPath', () => {
  it.each([
    '/',
    '/watch/12',
    '/simulate?event_id=12',
    '/?school=granite-bay',
    '/upcoming?sport=soccer#day',
    '/sponsors/our-partners',
    '/profile/edit',
    '/packages',
    '/buy?package_id=3&event_category_id=1%2C2',
    '/select-package/3',
    '/verify-email?email=a&expires=1&signature=b',
  ])('NAV-05 leads back to %s', (path) => {
    expect(returnPath(path, PAGES)).toBe(path);
  });

  it.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/watch/12\r\nSet-Cookie: a',
    '\u0000/watch/12',
    'https://evil.test',
    'http:evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.test',
    '@evil.test',
    '',
    '/nowhere',
    '/watch/12\\..',
  ])('NAV-05 T30 does not lead to %j', (path) => {
    expect(returnPath(path, PAGES)).toBe('/');
  });

  it.each([undefined, 5, ['/watch/12'], '/login', '/login?return=/watch/1', '/registration', '/password-reset/'])(
    'NAV-05 leads home instead of to %j',
    (path) => {
      expect(returnPath(path, PAGES)).toBe('/');
    },
  );

  it('NAV-05 T30 no return parameter leads the browser off this site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      'evil.test',
      '@',
      ':',
      'https:',
      '\t',
      '\n',
      '?',
      '#',
      '.',
      '..',
      'watch/1',
      '%2f',
      '%5c',
      ' ',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (wanted) => {
        const url = new URL(returnPath(wanted, PAGES), 'https://channel.test/login');
        expect(url.origin).toBe('https://channel.test');
      }),
      { numRuns: 500 },
    );
  });
});

describe('the address of the login', () => {
  it('NAV-05 carries the page that it was opened from', () => {
    expect(returnSearch('/watch/12?x=1')).toEqual({ return: '/watch/12?x=1' });
    expect(returnSearch('/')).toEqual({});
    expect(returnSearch('/login?return=%2Fwatch%2F12')).toEqual({});
  });

  it('is read without trust', () => {
    expect(loginSearch({ return: '/watch/12', x: 1 })).toEqual({ return: '/watch/12' });
    expect(loginSearch({ return: ['/watch/12'] })).toEqual({});
    expect(loginSearch({ return: `/${'a'.repeat(2000)}` })).toEqual({});
  });
});

it('NAV-05 pages remember where the visitor is and was; screens of the login do not count', () => {
  rememberPage('/watch/12');
  rememberPage('/?school=granite-bay');
  rememberPage('/login?return=%2F');
  rememberPage('/?school=granite-bay');
  const now = '/?school=granite-bay';
  expect(rememberedPages()).toEqual({ here: now, last: now, previous: '/watch/12' });
  rememberPage('/login');
  expect(rememberedPages()).toEqual({ here: '/login', last: now, previous: '/watch/12' });
});
