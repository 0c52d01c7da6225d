import type { GameChange } from '@touchline/api';
import { connectTo } from '@touchline/api/testing';
import { act, cleanup, screen } from '@testing-library/react';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { makeBoot, makeEvent } from '../testing/fixtures.ts';
import { makeProfile } from '../testing/people.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { LiveAnnouncer } from './live-announcer.tsx';
import { queryClient } from '../queries/query-client.ts';
import { useSession } from '../session/session.ts';

const kickOff: GameChange = { ...makeEvent({ stream_status: 'live' }), score: null };
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const open = () => FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);

async function show() {
  const { connection } = connectTo({});
  await renderInApp(<LiveAnnouncer />, { connection, boot: { ...makeBoot(), version: 41 } });
  expect(FakeEventSource.all).toHaveLength(0);
  await pass(1_000);
  return connection;
}

describe('LiveAnnouncer', () => {
  let hidden = false;
  let unsubscribe: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    FakeEventSource.install();
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
    hidden = false;
    queryClient.clear();
    const observer = new QueryObserver(queryClient, { queryKey: ['event', 1], queryFn: () => makeEvent() });
    unsubscribe = observer.subscribe(() => undefined);
  });
  afterEach(() => {
    cleanup();
    unsubscribe();
    useSession.getState().setUser(null);
    vi.useRealTimers();
  });

  const setHidden = (value: boolean) => {
    hidden = value;
    document.dispatchEvent(new Event('visibilitychange'));
    return pass(0);
  };

  it('EVT-11 opens one stream once the page is idle, from the versions that the page came with', async () => {
    await show();
    expect(FakeEventSource.all.map(({ url }) => url)).toEqual([
      'http://channel.test/api/live-updates?since=41&content_version=1&api_key=key',
    ]);
  });

  it('EVT-11 UI-19 says politely when a game of the page goes live', async () => {
    await show();
    expect(screen.getByRole('status').textContent).toBe('');
    act(() => FakeEventSource.latest().send({ version: 42, reset: false, games: [kickOff] }));
    expect(screen.getByRole('status').textContent).toBe('Granite Bay @ Ironwood is live now');
    expect(queryClient.getQueryData(['event', 1])).toMatchObject({ stream_status: 'live' });
  });

  it('EVT-11 a hidden tab lets go of its connection and catches up on its return', async () => {
    await show();
    act(() => FakeEventSource.latest().send({ version: 50, reset: false, games: [] }));
    await setHidden(true);
    expect(open()).toHaveLength(0);
    await pass(600_000);
    expect(open()).toHaveLength(0);
    await setHidden(false);
    expect(open()).toHaveLength(1);
    expect(FakeEventSource.latest().url).toContain('since=50');
  });

  it('EVT-11 a tab that was opened in the background waits until it is looked at', async () => {
    hidden = true;
    await show();
    expect(FakeEventSource.all).toHaveLength(0);
    await setHidden(false);
    expect(open()).toHaveLength(1);
  });

  it('AUTH-02 after a login the stream goes on with the new key', async () => {
    const connection = await show();
    connection.keys.adopt('login-key');
    act(() => useSession.getState().setUser(makeProfile()));
    await pass(0);
    expect(open()).toHaveLength(1);
    expect(FakeEventSource.latest().url).toContain('api_key=login-key');
  });

  it('ends with the page', async () => {
    await show();
    cleanup();
    expect(open()).toHaveLength(0);
  });
});
