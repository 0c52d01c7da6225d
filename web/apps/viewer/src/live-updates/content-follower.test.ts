import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ContentFollower, createContentFollower } from './content-follower.ts';

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the follower of the content', () => {
  const refresh = vi.fn<(version: number, signal: AbortSignal) => Promise<number>>();
  let follower: ContentFollower;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    refresh.mockReset().mockImplementation((version) => Promise.resolve(version));
    follower = createContentFollower({ version: 3, refresh });
  });
  afterEach(() => {
    follower.end();
    vi.useRealTimers();
  });

  it('OPS-02 a newer version is asked for within 2 s, at a moment of its own', async () => {
    follower.tell(4);
    await pass(999);
    expect(refresh).not.toHaveBeenCalled();
    expect(follower.version()).toBe(3);
    await pass(1);
    expect(refresh).toHaveBeenCalledOnce();
    expect(refresh.mock.calls[0]?.[0]).toBe(4);
    expect(follower.version()).toBe(4);
  });

  it('OPS-02 the version that is shown, an older one, and none at all ask for nothing', async () => {
    follower.tell(3);
    follower.tell(2);
    follower.tell(Number.NaN);
    await pass(60_000);
    expect(refresh).not.toHaveBeenCalled();
    follower.tell(4);
    await pass(1_000);
    follower.tell(4);
    await pass(60_000);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('OPS-02 several changes are one question', async () => {
    for (const version of [4, 5, 6]) follower.tell(version);
    await pass(60_000);
    expect(refresh).toHaveBeenCalledOnce();
    expect(refresh.mock.calls[0]?.[0]).toBe(6);
  });

  it('OPS-02 a change that is told while another is fetched follows after it', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    refresh.mockReturnValueOnce(promise);
    follower.tell(4);
    await pass(1_000);
    follower.tell(5);
    await pass(10_000);
    expect(refresh).toHaveBeenCalledOnce();
    resolve(4);
    await pass(0);
    expect(follower.version()).toBe(4);
    await pass(1_000);
    expect(refresh).toHaveBeenCalledTimes(2);
    expect(follower.version()).toBe(5);
  });

  it('OPS-02 what came newer than it was asked for is not asked for again', async () => {
    refresh.mockResolvedValueOnce(6);
    follower.tell(4);
    await pass(1_000);
    follower.tell(6);
    await pass(60_000);
    expect(refresh).toHaveBeenCalledOnce();
    expect(follower.version()).toBe(6);
  });

  it('OPS-02 a failure is tried again, later each time, and without a new word', async () => {
    refresh.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
    follower.tell(4);
    await pass(1_000);
    expect(refresh).toHaveBeenCalledTimes(1);
    await pass(749);
    expect(refresh).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(refresh).toHaveBeenCalledTimes(2);
    await pass(1_499);
    expect(refresh).toHaveBeenCalledTimes(2);
    await pass(1);
    expect(refresh).toHaveBeenCalledTimes(3);
    expect(follower.version()).toBe(4);
  });

  it('ends with the page', async () => {
    follower.tell(4);
    follower.end();
    await pass(60_000);
    expect(refresh).not.toHaveBeenCalled();
  });
});
