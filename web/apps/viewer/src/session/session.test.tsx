import { logIn } from '@touchline/api';
import { connectTo, refuse } from '@touchline/api/testing';
import { Toasts } from '@touchline/ui';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeProfile } from '../testing/people.ts';
import { logOutHere } from './log-out.ts';
import { forgetFavourites, useFavourites } from '../favourites/favourites.ts';
import { followSession } from './follow-session.ts';
import { listenToApi } from '../app/listen-to-api.ts';
import { queryClient } from '../queries/query-client.ts';
import { useSession } from './session.ts';

const FAN = makeProfile();
const favouritesAre = (keys: readonly string[]) =>
  vi.waitFor(() => expect([...useFavourites.getState().kept.keys()]).toEqual(keys));

describe('the session', () => {
  let end: () => void;
  beforeEach(() => {
    useSession.getState().setUser(null);
    forgetFavourites();
    queryClient.clear();
  });
  afterEach(() => {
    end();
  });

  const server = {
    'POST v2/auth/login': () => ({ api_key: 'login-key', user: FAN }),
    'POST auth/logout': () => ({ api_key: 'fresh-key' }),
    'GET favorites': () => [{ id: 1, favoritable_id: 5, favoritable_type: 'group' }],
  };

  it('AUTH-02 a login adopts the key, loads the favourites and forgets what was loaded for the visitor', async () => {
    const { connection } = connectTo(server);
    end = followSession(connection);
    queryClient.setQueryData(['home', '', ''], { live: [] });
    const user = await logIn(connection, 'fan@channel.test', 'secret');
    act(() => useSession.getState().setUser(user));
    expect(useSession.getState().user).toEqual(FAN);
    expect(await connection.keys.apiKey()).toBe('login-key');
    await favouritesAre(['group:5']);
    expect(queryClient.getQueryData(['home', '', ''])).toBeUndefined();
  });

  it('AUTH-03 a logout goes the same way back', async () => {
    const { connection } = connectTo(server);
    useSession.getState().setUser(FAN);
    end = followSession(connection);
    await favouritesAre(['group:5']);
    queryClient.setQueryData(['home', '', ''], { favorites: [1] });
    expect(await logOutHere(connection)).toBe(true);
    expect(useSession.getState().user).toBeNull();
    expect(useFavourites.getState()).toMatchObject({ status: 'unknown', kept: new Map() });
    expect(await connection.keys.apiKey()).toBe('fresh-key');
    await vi.waitFor(() => expect(queryClient.getQueryData(['home', '', ''])).toBeUndefined());
  });

  it('AUTH-03 a logout that fails leaves everything as it is', async () => {
    const { connection } = connectTo({ 'POST auth/logout': () => refuse(500, 'internal') });
    useSession.getState().setUser(FAN);
    end = followSession(connection);
    expect(await logOutHere(connection)).toBe(false);
    expect(useSession.getState().user).toEqual(FAN);
  });

  it('AUTH-03 ERR-07 a member without the basic pass is not logged out, and no request is sent', async () => {
    const { connection, calls } = connectTo(server);
    const undecided = makeProfile({ basic_pass_selected: false });
    useSession.getState().setUser(undecided);
    end = () => {};
    expect(await logOutHere(connection)).toBe(false);
    expect(useSession.getState().user).toBe(undecided);
    expect(calls).toEqual([]);
    render(<Toasts />);
    expect(await screen.findByText(/User can't be logged out/)).toBeTruthy();
    cleanup();
  });

  it('ERR-02 favourites that answer 401 reset the user', async () => {
    const { connection } = connectTo({ 'GET favorites': () => refuse(401, 'unauthenticated') });
    listenToApi(connection.events, () => false);
    useSession.getState().setUser(FAN);
    end = followSession(connection);
    await vi.waitFor(() => expect(useSession.getState().user).toBeNull());
    expect(useFavourites.getState().kept.size).toBe(0);
  });

  it.each([
    ['login', true, 7],
    ['logout', false, undefined],
  ] as const)('T22 a %s in another tab counts here too', async (_, member, id) => {
    const { connection } = connectTo({ ...server, 'GET profile': () => FAN });
    useSession.getState().setUser(member ? null : FAN);
    end = followSession(connection);
    if (member) connection.keys.adopt('login-key');
    dispatchEvent(new StorageEvent('storage', { key: 'rudy_member' }));
    await vi.waitFor(() => expect(useSession.getState().user?.id).toBe(id));
  });

  it('a member who opens a page gets the favourites without asking', async () => {
    const { connection, calls } = connectTo(server);
    useSession.getState().setUser(FAN);
    end = followSession(connection);
    await favouritesAre(['group:5']);
    expect(calls).toEqual(['GET favorites']);
  });
});
