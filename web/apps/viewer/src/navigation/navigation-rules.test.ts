import { describe, expect, it } from 'vitest';
import { detour, isOpenWhilePaused, type Move } from './navigation-rules.ts';

const VISITOR = null;
const MEMBER = { temporary_password: false, basic_pass_selected: true };
const NO_PASS = { temporary_password: false, basic_pass_selected: false };
const TEMPORARY = { temporary_password: true, basic_pass_selected: true };
const NEITHER = { temporary_password: true, basic_pass_selected: false };

const from = (user: Move['user'], to: string, change: Partial<Move> = {}) =>
  detour({ user, to, from: undefined, seen: [], isPaused: false, ...change });

describe('the rules of navigation', () => {
  it('OPS-02 the account of a paused channel is open to every member, and nothing else is', () => {
    const isPaused = true;
    expect(from(VISITOR, '/profile', { isPaused })).toBe('/login?return=%2Fprofile');
    expect(from(NO_PASS, '/profile', { isPaused })).toBeNull();
    expect(from(MEMBER, '/login', { isPaused })).toBe('/profile');
    expect(from(MEMBER, '/', { isPaused, from: '/login' })).toBe('/profile');
    expect(from(MEMBER, '/', { isPaused })).toBeNull();
    expect(from(TEMPORARY, '/profile', { isPaused })).toBe('/profile/edit?return=%2Fprofile');
    for (const open of [
      '/login?return=%2Fprofile',
      '/Profile/',
      '/profile/edit',
      '/contacts',
      '/password-reset?email=a',
    ]) {
      expect([open, isOpenWhilePaused(open)]).toEqual([open, true]);
    }
    for (const closed of ['/', '/registration', '/packages', '/buy', '/watch/1', '/profiles', '/activate']) {
      expect([closed, isOpenWhilePaused(closed)]).toEqual([closed, false]);
    }
  });

  it.each([
    ['/', '/packages'],
    ['/watch/12?t=5', '/packages?return=%2Fwatch%2F12%3Ft%3D5'],
    ['/profile', '/packages?return=%2Fprofile'],
    ['/profile/edit', '/packages?return=%2Fprofile%2Fedit'],
    ['/faq', '/packages?return=%2Ffaq'],
    ['/404', '/packages?return=%2F404'],
    ['/login', '/packages'],
    ['/buyer', '/packages?return=%2Fbuyer'],
    ['/verify-email?email=a&signature=b', '/packages?return=%2Fverify-email%3Femail%3Da%26signature%3Db'],
  ])('NAV-01 without the basic pass %s leads to %s', (to, instead) => {
    expect(from(NO_PASS, to)).toBe(instead);
  });

  it.each([
    '/packages',
    '/packages/',
    '/Packages?return=%2F',
    '/privacy_policy',
    '/terms_conditions#top',
    '/buy?package_id=3',
    '/select-package/3',
  ])('NAV-01 without the basic pass %s stays open', (to) => {
    expect(from(NO_PASS, to)).toBeNull();
  });

  it.each([
    ['/', '/profile/edit'],
    ['/packages', '/profile/edit?return=%2Fpackages'],
    ['/profile', '/profile/edit?return=%2Fprofile'],
    ['/privacy_policy', '/profile/edit?return=%2Fprivacy_policy'],
    ['/login', '/profile/edit'],
  ])('NAV-02 a temporary password leads from %s to %s', (to, instead) => {
    expect(from(TEMPORARY, to)).toBe(instead);
    expect(from(NEITHER, to)).toBe(instead);
  });

  it.each(['/profile/edit', '/profile/edit/?return=%2Fwatch%2F1'])(
    'NAV-02 a temporary password leaves %s the one open screen',
    (to) => {
      expect(from(TEMPORARY, to)).toBeNull();
      expect(from(NEITHER, to)).toBeNull();
    },
  );

  it.each(['/login', '/login?return=/watch/1', '/registration', '/password-reset-request', '/password-reset?email=a'])(
    'NAV-03 members go home from %s',
    (to) => {
      expect(from(MEMBER, to)).toBe('/');
      expect(from(VISITOR, to)).toBeNull();
    },
  );

  it.each(['/', '/watch/1', '/packages', '/profile', '/profile/edit', '/verify-email?email=a', '/buy', '/loginx'])(
    'NAV-03 members go where they like: %s',
    (to) => {
      expect(from(MEMBER, to)).toBeNull();
    },
  );

  it.each([
    ['/login', ['/packages', '/'], '/packages'],
    ['/registration?return=%2Fbuy', ['/buy?package_id=3', '/packages'], '/packages'],
    ['/login', ['/buy?package_id=3', undefined], '/'],
  ])('NAV-04 the checkout, reached from %s while logged out, steps back', (screen, seen, instead) => {
    expect(from(VISITOR, '/buy?package_id=3', { from: screen, seen })).toBe(instead);
  });

  it('NAV-04 members, and visitors from elsewhere, reach the checkout', () => {
    expect(from(MEMBER, '/buy', { from: '/login' })).toBeNull();
    expect(from(VISITOR, '/buy', { from: '/packages' })).toBeNull();
    expect(from(VISITOR, '/buy')).toBeNull();
  });

  it.each([
    ['/profile?tab=clips', '/login?return=%2Fprofile%3Ftab%3Dclips'],
    ['/profile/edit', '/login?return=%2Fprofile%2Fedit'],
    ['/activate', '/login?return=%2Factivate'],
  ])('ERR-07 NAV-05 a visitor goes from %s to the login, and comes back', (to, instead) => {
    expect(from(VISITOR, to)).toBe(instead);
  });
});
