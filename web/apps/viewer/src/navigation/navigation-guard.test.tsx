import { fetchGeo, type Profile } from '@touchline/api';
import { refuse } from '@touchline/api/testing';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApp, type Server } from '../testing/open-app.tsx';
import { makeProfile } from '../testing/people.ts';
import { followSession } from '../session/follow-session.ts';
import { useSession } from '../session/session.ts';

const TEMPORARY = makeProfile({ temporary_password: true });
const NO_PASS = makeProfile({ basic_pass_selected: false });

let ends: (() => void)[] = [];

async function visit(address: string, user: Profile | null, server: Server = {}) {
  useSession.getState().setUser(user);
  const app = await openApp(address, server);
  ends.push(app.close);
  return { ...app, place: () => app.router.state.location.href };
}

describe('the guard of navigation', () => {
  beforeEach(() => {
    ends = [];
  });
  afterEach(() => {
    for (const end of ends) end();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('NAV-01 a cold load without the basic pass ends at the packages', async () => {
    const { place } = await visit('/watch/12', NO_PASS);
    await vi.waitFor(() => expect(place()).toBe('/packages?return=%2Fwatch%2F12'));
  });

  it('NAV-02 neither a link, nor an address, nor the back button leads away from a temporary password', async () => {
    const { router, place } = await visit('/faq', makeProfile());
    await act(() => router.navigate({ to: '/contacts' }));
    await act(async () => useSession.getState().setUser(TEMPORARY));
    await vi.waitFor(() => expect(place()).toBe('/profile/edit?return=%2Fcontacts'));
    await act(() => router.navigate({ to: '/packages' }));
    await vi.waitFor(() => expect(place()).toBe('/profile/edit?return=%2Fpackages'));
    for (const step of [-1, -1]) {
      await act(async () => router.history.go(step));
      await vi.waitFor(() => expect(router.state.location.pathname).toBe('/profile/edit'));
    }
    await act(async () => router.history.forward());
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/profile/edit'));
  });

  it('NAV-03 a login in another tab leads home from the login', async () => {
    const { place } = await visit('/login?return=%2Ffaq', null);
    await act(async () => useSession.getState().setUser(makeProfile()));
    await vi.waitFor(() => expect(place()).toBe('/'));
  });

  it('NAV-03 a screen that logs a member in leads on by itself', async () => {
    const { router, place } = await visit('/login', null);
    await act(async () => {
      useSession.getState().setUser(makeProfile());
      void router.navigate({ to: '/faq', replace: true });
    });
    await vi.waitFor(() => expect(place()).toBe('/faq'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await vi.waitFor(() => expect(place()).toBe('/faq'));
  });

  it('NAV-04 the way from the login to the checkout steps back while no member is logged in', async () => {
    const { router, place } = await visit('/faq', null);
    await act(() => router.navigate({ to: '/login' }));
    await act(() => router.navigate({ href: '/buy?package_id=3' }));
    await vi.waitFor(() => expect(place()).toBe('/faq'));
  });

  it('NAV-05 a logout leads from a screen of members to the login', async () => {
    const { place } = await visit('/profile?tab=clips', makeProfile());
    await act(async () => useSession.getState().setUser(null));
    await vi.waitFor(() => expect(place()).toBe('/login?return=%2Fprofile%3Ftab%3Dclips'));
  });

  it.each([
    ['basic_pass_required', NO_PASS, '/packages?return=%2Ffaq'],
    ['temporary_password', TEMPORARY, '/profile/edit?return=%2Ffaq'],
  ])(
    'NAV-08 a call that is refused with %s shows what is left to do, and keeps the member logged in',
    async (code, now, href) => {
      const server = { 'GET geo': () => refuse(403, code), 'GET profile': () => now };
      const { connection, place } = await visit('/faq', makeProfile(), server);
      ends.push(followSession(connection));
      await act(() => expect(fetchGeo(connection)).rejects.toMatchObject({ status: 403 }));
      await vi.waitFor(() => expect(place()).toBe(href));
      expect(useSession.getState().user).toEqual(now);
      expect(connection.keys.isMember()).toBe(true);
    },
  );
});
