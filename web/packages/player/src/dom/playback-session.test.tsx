import { ApiError, type Playback, RequestError } from '@touchline/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlaybackSession } from './playback-session.ts';

const playback = (token: string, session = 's1'): Playback => ({
  session,
  expires_at: 300,
  refresh_after_s: 120,
  media: [
    { id: 1, type: 2, url: `/media/${token}/index.m3u8` },
    { id: 2, type: 5, url: `/media/${token}/thumbs.vtt` },
  ],
});

/** The game was begun anew: other media, and its own addresses. */
const anew = (token: string): Playback => ({
  ...playback(token),
  media: [{ id: 7, type: 2, url: `/media/${token}/index.m3u8` }],
});

const refusal = (code: string, status = 403) =>
  new ApiError({ status, code, message: code, fields: {}, retryAfter: null });

describe('the right to play', () => {
  const ask = vi.fn<(session: string | null, signal: AbortSignal) => Promise<Playback>>();
  const onRefused = vi.fn<(code: string) => void>();
  let playbackSession: ReturnType<typeof createPlaybackSession>;

  beforeEach(() => {
    vi.useFakeTimers();
    ask.mockReset();
    onRefused.mockReset();
    playbackSession = createPlaybackSession({ ask, onRefused });
  });
  afterEach(() => {
    playbackSession.end();
    vi.useRealTimers();
  });

  it('PLAY-07 begins with the addresses that the server gives', async () => {
    ask.mockResolvedValue(playback('one'));
    expect(await playbackSession.begin()).toEqual({
      stream: '/media/one/index.m3u8',
      thumbnails: '/media/one/thumbs.vtt',
    });
    expect(ask).toHaveBeenCalledWith(null, expect.anything());
  });

  it('PLAY-07 asks again when it is told to, for the same session, and rewrites what is asked for from then on', async () => {
    ask.mockResolvedValueOnce(playback('one')).mockResolvedValueOnce(playback('two'));
    await playbackSession.begin();
    expect(playbackSession.rewrite('/media/one/v0/1.m4s')).toBe('/media/one/v0/1.m4s');
    await vi.advanceTimersByTimeAsync(119_000);
    expect(ask).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenLastCalledWith('s1', expect.anything());
    expect(playbackSession.rewrite('/media/one/v0/1.m4s')).toBe('/media/two/v0/1.m4s');
  });

  it('PLAY-01 a server that is away keeps the old token, and is asked again soon', async () => {
    ask.mockResolvedValueOnce(playback('one')).mockRejectedValue(new RequestError('network'));
    await playbackSession.begin();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(playbackSession.rewrite('/media/one/1.m4s')).toBe('/media/one/1.m4s');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(3);
    ask.mockResolvedValue(playback('two'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(playbackSession.rewrite('/media/one/1.m4s')).toBe('/media/two/1.m4s');
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('PLAY-07 a refusal is told by its code and ends the asking', async () => {
    ask.mockResolvedValueOnce(playback('one')).mockRejectedValue(refusal('too_many_streams'));
    await playbackSession.begin();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onRefused.mock.calls).toEqual([['too_many_streams']]);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('PLAY-07 a session that the server has ended is not gone on with', async () => {
    ask.mockResolvedValueOnce(playback('one')).mockRejectedValueOnce(refusal('playback_ended'));
    await playbackSession.begin();
    expect(await playbackSession.renew()).toBe(false);
    ask.mockResolvedValue(playback('two', 's2'));
    expect(await playbackSession.renew()).toBe(true);
    expect(ask).toHaveBeenLastCalledWith(null, expect.anything());
  });

  it('PLAY-05 a game that was begun anew leaves what is played its token, and is gone on with when asked for', async () => {
    ask.mockResolvedValueOnce(playback('one')).mockResolvedValue(anew('two'));
    await playbackSession.begin();
    expect(playbackSession.next()).toBeNull();
    expect(await playbackSession.renew()).toBe(true);
    expect(playbackSession.rewrite('/media/one/v0/9.m4s')).toBe('/media/one/v0/9.m4s');
    expect(playbackSession.isLive()).toBe(true);
    expect(playbackSession.next()).toEqual({ stream: '/media/two/index.m3u8', thumbnails: null });
    expect(playbackSession.next()).toBeNull();
    expect(playbackSession.rewrite('/media/two/v0/9.m4s')).toBe('/media/two/v0/9.m4s');
  });

  it('PLAY-05 a game that has become its recording is the same one', async () => {
    const recorded = { ...playback('two'), media: [{ id: 1, type: 3, url: '/media/two/index.m3u8' }] };
    ask.mockResolvedValueOnce(playback('one')).mockResolvedValue(recorded);
    await playbackSession.begin();
    await playbackSession.renew();
    expect(playbackSession.next()).toBeNull();
    expect(playbackSession.isLive()).toBe(false);
    expect(playbackSession.rewrite('/media/one/1.m4s')).toBe('/media/two/1.m4s');
  });

  it('PLAY-01 a playback without media is reported once', async () => {
    ask.mockResolvedValue({ session: 's1', expires_at: 300, refresh_after_s: 120, media: [] });
    expect(await playbackSession.begin()).toBeNull();
    expect(onRefused.mock.calls).toEqual([['unavailable']]);
  });

  it('PLAY-07 callers during a pending request share its answer', async () => {
    ask.mockResolvedValue(playback('one'));
    await Promise.all([playbackSession.begin(), playbackSession.renew(), playbackSession.renew()]);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('PLAY-07 asks no more once the player has gone', async () => {
    ask.mockResolvedValue(playback('one'));
    await playbackSession.begin();
    playbackSession.end();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ask).toHaveBeenCalledOnce();
  });
});
