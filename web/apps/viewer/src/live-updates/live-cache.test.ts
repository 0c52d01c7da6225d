import type { Event, GameChange, LiveChanges } from '@touchline/api';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEvent, makeHome } from '../testing/fixtures.ts';
import { createLiveCache, type LiveCache } from './live-cache.ts';

const change = (patch: Partial<GameChange> = {}): GameChange => ({
  id: 1,
  name: 'Granite Bay @ Ironwood',
  stream_status: 'upcoming',
  event_utc_ts: makeEvent().event_utc_ts,
  score: null,
  duration: null,
  ...patch,
});
const batch = (version: number, ...games: readonly GameChange[]): LiveChanges => ({
  version,
  reset: false,
  games: [...games],
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const home = () => makeHome({ upcoming: [makeEvent()] });

describe('the cache of games', () => {
  let client: QueryClient;
  let cache: LiveCache;
  const onLive = vi.fn<(games: readonly Event[]) => void>();
  const ends: (() => void)[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    onLive.mockClear();
    client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
    cache = createLiveCache({ client, version: 1, onLive });
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    cache.end();
    client.clear();
    vi.useRealTimers();
  });

  /** A list on the page, with a count of how often it was asked for. */
  function watch<T>(queryKey: readonly unknown[], answer: () => T | Promise<T>) {
    const queryFn = vi.fn<() => T | Promise<T>>(answer);
    const observer = new QueryObserver(client, { queryKey, queryFn });
    ends.push(observer.subscribe(() => undefined));
    return queryFn;
  }

  it('EVT-11 a change reaches home, lists and the game itself at once', async () => {
    watch(['home', '', ''], home);
    watch(['games', {}], () => ({ pages: [{ items: [makeEvent()], total: 1 }], pageParams: [0] }));
    watch(['event', 1], () => makeEvent());
    await settle();
    cache.take(batch(2, change({ stream_status: 'live', score: [2, 1] })));
    expect(client.getQueryData(['event', 1])).toMatchObject({ stream_status: 'live', score: [2, 1] });
    expect(client.getQueryData(['home', '', ''])).toMatchObject({ live: [{ id: 1 }], upcoming: [] });
    expect(client.getQueryData(['games', {}])).toMatchObject({ pages: [{ items: [{ stream_status: 'live' }] }] });
  });

  it('EVT-11 a change of state asks for the lists again within 2 s, and for pages of the channel not', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const homes = watch(['home', '', ''], home);
    const pages = watch(['page', 'about'], () => ({ content: '' }));
    await settle();
    cache.take(batch(2, change({ stream_status: 'live' })));
    cache.take(batch(3, change({ stream_status: 'live', score: [1, 0] })));
    await vi.advanceTimersByTimeAsync(999);
    expect(homes).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(homes).toHaveBeenCalledTimes(2);
    expect(pages).toHaveBeenCalledOnce();
  });

  it('EVT-11 a score asks for nothing', async () => {
    const homes = watch(['home', '', ''], () => ({
      ...home(),
      live: [makeEvent({ stream_status: 'live' })],
      upcoming: [],
    }));
    await settle();
    cache.take(batch(2, change({ stream_status: 'live', score: [9, 8] })));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(homes).toHaveBeenCalledOnce();
    expect(client.getQueryData(['home', '', ''])).toMatchObject({ live: [{ score: [9, 8] }] });
  });

  it('EVT-11 a game that no list holds is asked for once, not with every score of it', async () => {
    const homes = watch(['home', '', ''], home);
    await settle();
    for (const [index, away] of [3, 6, 9].entries()) {
      cache.take(batch(2 + index, change({ id: 44, stream_status: 'live', score: [away, 0] })));
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(homes).toHaveBeenCalledTimes(2);
  });

  it('EVT-11 a reset asks for everything again', async () => {
    const pages = watch(['page', 'about'], () => ({ content: '' }));
    const homes = watch(['home', '', ''], home);
    await settle();
    cache.take({ version: 7, reset: true, games: [] });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(cache.version()).toBe(7);
    expect(homes).toHaveBeenCalledTimes(2);
    expect(pages).toHaveBeenCalledTimes(2);
  });

  it('EVT-11 an answer that was asked for before a change does not undo it', async () => {
    const { promise, resolve } = Promise.withResolvers<Event>();
    client.setQueryData(['event', 1], makeEvent(), { updatedAt: 1 });
    watch(['event', 1], () => promise);
    await settle();
    cache.take(batch(2, change({ stream_status: 'live' })));
    resolve(makeEvent());
    await settle();
    expect(client.getQueryData(['event', 1])).toMatchObject({ stream_status: 'live' });
  });

  it('EVT-11 an answer that was asked for after a change is taken as it is', async () => {
    cache.take(batch(2, change({ stream_status: 'live' })));
    watch(['event', 1], () => makeEvent({ stream_status: 'finished' }));
    await settle();
    expect(client.getQueryData(['event', 1])).toMatchObject({ stream_status: 'finished' });
  });

  it('EVT-11 patched data is as old as it was', async () => {
    client.setQueryData(['event', 1], makeEvent(), { updatedAt: 5 });
    await client.invalidateQueries({ refetchType: 'none' });
    cache.take(batch(2, change({ stream_status: 'live' })));
    expect(client.getQueryState(['event', 1])).toMatchObject({ dataUpdatedAt: 5, isInvalidated: true });
  });

  it('EVT-11 tells of games on the page that go live, once, and not of those on pages that were left', async () => {
    watch(['event', 1], () => makeEvent());
    client.setQueryData(['event', 2], makeEvent({ id: 2 }));
    await settle();
    cache.take(batch(2, change({ stream_status: 'live' }), change({ id: 2, stream_status: 'live' })));
    cache.take(batch(3, change({ stream_status: 'live', score: [1, 0] })));
    expect(onLive).toHaveBeenCalledOnce();
    expect(onLive.mock.calls[0]?.[0].map(({ id }) => id)).toEqual([1]);
  });
});
