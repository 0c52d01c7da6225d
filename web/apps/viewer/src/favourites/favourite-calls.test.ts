import { connectTo, refuse } from '@touchline/api/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadFavourites, syncFavourite } from './favourite-calls.ts';
import { forgetFavourites, isFavourite, useFavourites, setPending } from './favourites.ts';
import { queryClient } from '../queries/query-client.ts';

const toast = vi.hoisted(() => vi.fn<(toast: { type: string; text: string }) => string>());
vi.mock('@touchline/ui', () => ({ showToast: toast }));

const GAME = { type: 'event', id: 12 } as const;
const KEY = 'event:12';
const shown = () => isFavourite(useFavourites.getState(), KEY);
const kept = (id: number) => ({ id, favoritable_id: 12, favoritable_type: 'event' });

beforeEach(() => {
  toast.mockClear();
});
afterEach(() => {
  forgetFavourites();
  queryClient.clear();
});

describe('loadFavourites', () => {
  it('FAV-01 brings what the server keeps, games and places included', async () => {
    const { connection } = connectTo({
      'GET favorites': () => [kept(3), { id: 4, favoritable_id: 2, favoritable_type: 'location' }],
    });
    await loadFavourites(connection);
    expect(useFavourites.getState()).toMatchObject({
      status: 'ready',
      kept: new Map([
        [KEY, 3],
        ['location:2', 4],
      ]),
    });
  });

  it('UI-18 a failure is known, so that a list can offer a retry', async () => {
    const { connection } = connectTo({ 'GET favorites': () => refuse(500, 'internal') });
    await loadFavourites(connection);
    expect(useFavourites.getState().status).toBe('failed');
  });

  it('a list that was asked for before a press is asked for again', async () => {
    const slow = Promise.withResolvers<unknown[]>();
    const lists = [() => slow.promise, () => [kept(9)]];
    const { connection, calls } = connectTo({
      'GET favorites': () => lists.shift()?.(),
      'POST favorite': () => kept(9),
    });
    const loading = loadFavourites(connection);
    setPending(KEY, true);
    await syncFavourite(connection, GAME);
    slow.resolve([]);
    await loading;
    expect(shown()).toBe(true);
    expect(calls.filter((call) => call === 'GET favorites')).toHaveLength(2);
  });

  it('an answer for the previous member is dropped', async () => {
    const slow = Promise.withResolvers<unknown[]>();
    const { connection } = connectTo({ 'GET favorites': () => slow.promise });
    const loading = loadFavourites(connection);
    forgetFavourites();
    slow.resolve([kept(3)]);
    await loading;
    expect(useFavourites.getState()).toMatchObject({ status: 'unknown', kept: new Map() });
  });
});

describe('syncFavourite', () => {
  it('FAV-01 a press shows at once, and stays when the server agrees', async () => {
    const { connection, calls } = connectTo({ 'POST favorite': () => kept(3) });
    setPending(KEY, true);
    expect(shown()).toBe(true);
    await syncFavourite(connection, GAME);
    expect(useFavourites.getState()).toMatchObject({ kept: new Map([[KEY, 3]]), pending: new Map() });
    expect(calls).toEqual(['POST favorite']);
  });

  it('FAV-01 a second press takes it out again', async () => {
    useFavourites.setState({ kept: new Map([[KEY, 3]]) });
    const { connection, calls } = connectTo({ 'DELETE favorite/3': () => ({}) });
    setPending(KEY, false);
    await syncFavourite(connection, GAME);
    expect(shown()).toBe(false);
    expect(calls).toEqual(['DELETE favorite/3']);
  });

  it('FAV-01 a refused add goes back, and says so', async () => {
    const { connection } = connectTo({ 'POST favorite': () => refuse(500, 'internal') });
    setPending(KEY, true);
    await syncFavourite(connection, GAME);
    expect(shown()).toBe(false);
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'error', text: expect.stringContaining('favourites') }),
    );
  });

  it('FAV-01 a refused removal goes back, and says so', async () => {
    useFavourites.setState({ kept: new Map([[KEY, 3]]) });
    const { connection } = connectTo({ 'DELETE favorite/3': () => refuse(500, 'internal') });
    setPending(KEY, false);
    await syncFavourite(connection, GAME);
    expect(shown()).toBe(true);
    expect(toast).toHaveBeenCalledOnce();
  });

  it('a favourite already removed on another device is removed without an error', async () => {
    useFavourites.setState({ kept: new Map([[KEY, 3]]) });
    const { connection } = connectTo({});
    setPending(KEY, false);
    await syncFavourite(connection, GAME);
    expect(shown()).toBe(false);
    expect(toast).not.toHaveBeenCalled();
  });

  it('FAV-01 the last of several quick presses counts', async () => {
    const first = Promise.withResolvers<unknown>();
    const { connection, calls } = connectTo({
      'POST favorite': () => first.promise,
      'DELETE favorite/3': () => ({}),
    });
    setPending(KEY, true);
    const settling = syncFavourite(connection, GAME);
    setPending(KEY, false);
    await syncFavourite(connection, GAME);
    expect(shown()).toBe(false);
    first.resolve(kept(3));
    await settling;
    expect(shown()).toBe(false);
    expect(calls).toEqual(['POST favorite', 'DELETE favorite/3']);
  });

  it('FAV-03 lists of games are asked for again at the next visit, not under the finger', async () => {
    queryClient.setQueryData(['home', '', ''], {});
    queryClient.setQueryData(['page', 'about'], {});
    const { connection } = connectTo({ 'POST favorite': () => kept(3) });
    setPending(KEY, true);
    await syncFavourite(connection, GAME);
    expect(queryClient.getQueryState(['home', '', ''])?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(['page', 'about'])?.isInvalidated).toBe(false);
  });

  it('an answer for the previous member is not shown to the next one', async () => {
    const slow = Promise.withResolvers<unknown>();
    const { connection } = connectTo({ 'POST favorite': () => slow.promise });
    setPending(KEY, true);
    const settling = syncFavourite(connection, GAME);
    forgetFavourites();
    slow.resolve(kept(3));
    await settling;
    expect(shown()).toBe(false);
  });
});
