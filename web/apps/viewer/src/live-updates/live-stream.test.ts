import type { PolledChanges } from '@touchline/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../testing/fake-event-source.ts';
import { createLiveStream, type LiveStream } from './live-stream.ts';

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const latest = () => FakeEventSource.latest();
const nothing = () => undefined;
const news = (version: number): PolledChanges => ({ version, reset: false, games: [], content_version: version + 100 });

/** The stream fails for good: the browser does not try again. */
async function refuse(times: number) {
  for (let time = 0; time < times; time += 1) {
    latest().refuse();
    await pass(3_000);
  }
}

describe('the live stream', () => {
  let stream: LiveStream;
  let since = 1;
  const poll = vi.fn<(signal: AbortSignal) => Promise<PolledChanges>>();
  const heard: number[] = [];
  const contentHeard: number[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    FakeEventSource.install();
    heard.length = 0;
    contentHeard.length = 0;
    since = 1;
    poll.mockReset().mockImplementation(() => Promise.resolve(news(since + 1)));
    stream = createLiveStream({
      address: () => Promise.resolve(`/api/live-updates?since=${since}`),
      poll,
      onChanges: ({ version }) => {
        since = version;
        heard.push(version);
      },
      onContent: (version) => contentHeard.push(version),
    });
  });
  afterEach(() => {
    stream.close();
    vi.useRealTimers();
  });

  it('EVT-11 opens one connection and reports each of its changes', async () => {
    stream.open();
    stream.open();
    await pass(0);
    expect(FakeEventSource.all).toHaveLength(1);
    latest().send(news(5));
    latest().send(news(6));
    latest().sendContent(8);
    expect(heard).toEqual([5, 6]);
    expect(contentHeard).toEqual([8]);
    expect(poll).not.toHaveBeenCalled();
  });

  it('EVT-11 resumes where it was after close and open', async () => {
    stream.open();
    await pass(0);
    latest().send(news(5));
    stream.close();
    expect(latest().readyState).toBe(FakeEventSource.CLOSED);
    await pass(600_000);
    expect(FakeEventSource.all).toHaveLength(1);
    stream.open();
    await pass(0);
    expect(latest().url).toBe('/api/live-updates?since=5');
  });

  it('EVT-11 a broken line is left to the browser, which tries again by itself', async () => {
    stream.open();
    await pass(0);
    latest().send(news(5));
    latest().lose();
    latest().lose();
    await pass(30_000);
    expect(FakeEventSource.all).toHaveLength(1);
    latest().send(news(6));
    latest().lose();
    latest().lose();
    expect(latest().readyState).toBe(FakeEventSource.CONNECTING);
    expect(poll).not.toHaveBeenCalled();
  });

  it('EVT-11 polls every 3 s after three failures in a row', async () => {
    stream.open();
    await pass(0);
    await refuse(2);
    expect(poll).not.toHaveBeenCalled();
    latest().refuse();
    await pass(0);
    expect(poll).toHaveBeenCalledOnce();
    await pass(3_000);
    expect(poll).toHaveBeenCalledTimes(2);
    await pass(6_000);
    expect(poll).toHaveBeenCalledTimes(4);
    expect(heard).toEqual([2, 3, 4, 5]);
    expect(contentHeard).toEqual([102, 103, 104, 105]);
    expect(FakeEventSource.all).toHaveLength(3);
  });

  it('EVT-11 retries the stream every 60 s while polling, and stops polling once a change arrives over it', async () => {
    stream.open();
    await pass(0);
    await refuse(3);
    await pass(57_000);
    expect(FakeEventSource.all).toHaveLength(4);
    latest().refuse();
    await pass(59_999);
    expect(FakeEventSource.all).toHaveLength(4);
    await pass(1);
    expect(FakeEventSource.all).toHaveLength(5);
    latest().send(news(50));
    poll.mockClear();
    await pass(60_000);
    expect(poll).not.toHaveBeenCalled();
  });

  it('EVT-11 a proxy that holds the first frame back counts as a failure', async () => {
    stream.open();
    await pass(0);
    for (let time = 0; time < 3; time += 1) {
      latest().accept();
      await pass(13_000);
    }
    expect(poll).toHaveBeenCalled();
  });

  it('EVT-11 a stream address that fails for want of a key counts as a failure', async () => {
    const address = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no key'));
    const keyless = createLiveStream({ address, poll, onChanges: nothing, onContent: nothing });
    keyless.open();
    await pass(6_000);
    expect(address).toHaveBeenCalledTimes(3);
    expect(poll).toHaveBeenCalledOnce();
    keyless.close();
  });

  it('EVT-11 stops polling once closed', async () => {
    stream.open();
    await pass(0);
    await refuse(3);
    stream.close();
    poll.mockClear();
    await pass(120_000);
    expect(poll).not.toHaveBeenCalled();
    expect(FakeEventSource.all).toHaveLength(3);
  });
});
