import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEngine, makeVideo } from '../testing/fake-player.ts';
import type { PlaybackSession } from './playback-session.ts';
import { createPlayerController, type PlayerController } from './player-controller.ts';
import { createPlayerEvents } from '../core/player-events.ts';

const LIVE = { start: 0, end: 600, live: true };
const VOD = { start: 0, end: 600, live: false };

function setUp({ timeline = LIVE, simulatedFrom = null as number | null } = {}) {
  const fake = makeVideo();
  const engine = makeEngine(timeline);
  const said: string[] = [];
  const events = createPlayerEvents();
  events.on(({ name }) => said.push(name));
  const playbackSession = {
    begin: vi.fn<PlaybackSession['begin']>(async () => ({ stream: '/media/one/index.m3u8', thumbnails: null })),
    id: () => 's1',
    rewrite: (address: string) => address,
    renew: vi.fn<PlaybackSession['renew']>(async () => true),
    next: vi.fn<PlaybackSession['next']>(() => null),
    isLive: vi.fn<PlaybackSession['isLive']>(() => false),
    end: vi.fn<PlaybackSession['end']>(),
  };
  const takeOver = vi.fn<(session: string | null) => Promise<void>>(async () => undefined);
  const player = createPlayerController({
    video: fake.video,
    content: { type: 'event', id: 1 },
    playbackSession: () => playbackSession,
    engine: engine.make,
    events,
    simulatedFrom,
    takeOver,
  });
  return { ...fake, engine, said, playbackSession, takeOver, player };
}

describe('player', () => {
  let open: PlayerController | null = null;
  const start = async (options?: Parameters<typeof setUp>[0]) => {
    const all = setUp(options);
    open = all.player;
    await all.player.begin();
    all.engine.listener().onReady();
    return all;
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    open?.end();
    vi.useRealTimers();
  });

  it('PLAY-01 begins by itself and says so', async () => {
    const { engine, said, player } = await start();
    expect(engine.told).toEqual(['load /media/one/index.m3u8']);
    expect(said).toEqual(['play', 'first_frame', 'ready']);
    player.end();
    expect(said.at(-1)).toBe('stop');
  });

  it('PLAY-08 a browser that blocks sound starts the picture muted, and a press brings the sound', async () => {
    const all = setUp();
    open = all.player;
    all.refusePlay((muted) => !muted);
    await all.player.begin();
    expect(all.player.store.getState()).toMatchObject({ soundBlocked: true, playBlocked: false });
    expect(all.video.muted).toBe(true);
    all.player.toggleMute();
    all.video.dispatchEvent(new Event('volumechange'));
    expect(all.player.store.getState()).toMatchObject({ soundBlocked: false, muted: false });
  });

  it('PLAY-08 a browser that blocks playback gets it after a press', async () => {
    const all = setUp();
    open = all.player;
    all.refusePlay(() => true);
    await all.player.begin();
    expect(all.player.store.getState().playBlocked).toBe(true);
    all.refusePlay(() => false);
    all.player.toggle();
    expect(all.player.store.getState()).toMatchObject({ playBlocked: false, started: true });
    all.video.muted = false;
    all.video.dispatchEvent(new Event('volumechange'));
  });

  it('PLAY-08 captions are switched on and off, and are on again in the next game', async () => {
    const captions = [
      { index: 0, label: 'Български', language: 'bg' },
      { index: 1, label: 'English', language: 'en' },
    ];
    const first = await start();
    first.engine.listener().onCaptions(captions);
    expect(first.player.store.getState()).toMatchObject({ captions, caption: null });
    first.player.setCaption(1);
    expect(first.engine.told.at(-1)).toBe('caption 1');
    first.player.end();

    const second = await start();
    second.engine.listener().onCaptions(captions);
    expect(second.player.store.getState().caption).toBe(1);
    expect(second.engine.told.at(-1)).toBe('caption 1');
    second.player.setCaption(null);
    second.player.end();

    const third = await start();
    third.engine.listener().onCaptions(captions);
    expect(third.player.store.getState().caption).toBeNull();
  });

  it('PLAY-07 a token that has run out is replaced, and the engine goes on', async () => {
    const { engine, playbackSession, player } = await start();
    engine.listener().onRefused('playback_ended');
    await vi.advanceTimersByTimeAsync(0);
    expect(playbackSession.renew).toHaveBeenCalledOnce();
    expect(engine.told.at(-1)).toBe('resume');
    expect(player.store.getState().refusal).toBeNull();
  });

  it('PLAY-07 a refusal for too many streams stops the picture, and a takeover resumes it', async () => {
    const { engine, player, takeOver, video, said } = await start();
    engine.listener().onRefused('too_many_streams');
    expect(player.store.getState().refusal).toBe('too_many_streams');
    expect(video.paused).toBe(true);
    expect(said.at(-1)).toBe('error');
    await player.takeOver();
    expect(takeOver).toHaveBeenCalledWith('s1');
    expect(player.store.getState().refusal).toBeNull();
    expect(video.paused).toBe(false);
  });

  it('PLAY-01 a network that is away is tried again, later and later', async () => {
    const { engine } = await start();
    engine.listener().onFailure('network');
    await vi.advanceTimersByTimeAsync(499);
    expect(engine.told).not.toContain('resume');
    await vi.advanceTimersByTimeAsync(1);
    expect(engine.told.at(-1)).toBe('resume');
  });

  it('PLAY-01 a decoder that keeps failing is given up, and can be tried again', async () => {
    const { engine, player } = await start();
    for (let time = 0; time < 7; time += 1) {
      engine.listener().onFailure('media');
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(engine.told.filter((told) => told === 'recover')).toHaveLength(4);
    expect(engine.told.filter((told) => told === 'destroy')).toHaveLength(2);
    expect(player.store.getState().phase).toBe('failed');
    await player.retry();
    expect(player.store.getState().phase).toBe('ready');
  });

  it('PLAY-01 going back is a rewind, going on a seek, and nothing leads out of the game', async () => {
    const { player, said, video, moveTo } = await start();
    moveTo(598);
    player.seek(300);
    expect(said.at(-1)).toBe('rewind');
    player.seek(400);
    expect(said.at(-1)).toBe('seek');
    player.seek(9999);
    expect(video.currentTime).toBe(600);
    player.seek(-5);
    expect(video.currentTime).toBe(0);
  });

  it('PLAY-08 the live button leads to the edge, at the game’s own speed', async () => {
    const { player, video, moveTo } = await start();
    player.seek(100);
    player.setSpeed(1.5);
    expect(video.playbackRate).toBe(1.5);
    player.pause();
    player.goLive();
    moveTo(600);
    expect(video.currentTime).toBe(600);
    expect(video.paused).toBe(false);
    expect(player.store.getState().speed).toBe(1);
    expect(video.playbackRate).toBe(1);
  });

  it('PLAY-08 there is no hurry at the live edge', async () => {
    const { player, moveTo } = await start();
    moveTo(599);
    player.setSpeed(2);
    expect(player.store.getState().speed).toBe(1);
    player.seek(100);
    player.setSpeed(2);
    expect(player.store.getState().speed).toBe(2);
    moveTo(598);
    expect(player.store.getState().speed).toBe(1);
  });

  it('PLAY-01 a viewer at the live edge is kept 1.2 s behind the newest part', async () => {
    const { engine, video, moveTo } = await start();
    engine.state.latency = { behind: 2.2, holdBack: 1.5, age: 0.2 };
    moveTo(598);
    expect(engine.told.at(-1)).toBe('aim 1.2');
    expect(video.playbackRate).toBe(1.1);
    engine.state.latency = { behind: 1.2, holdBack: 1.5, age: 0.2 };
    moveTo(599);
    expect(video.playbackRate).toBe(1);
  });

  it('PLAY-01 a viewer who fell behind is brought back, and one who went back stays there', async () => {
    const { engine, player, video, moveTo } = await start();
    moveTo(598);
    engine.state.latency = { behind: 15, holdBack: 1.5, age: 0.2 };
    moveTo(585);
    expect(video.currentTime).toBe(600);
    player.seek(300);
    engine.state.latency = { behind: 300, holdBack: 1.5, age: 0.2 };
    moveTo(301);
    expect(video.currentTime).toBe(301);
    expect(video.playbackRate).toBe(1);
  });

  it('PLAY-01 a stalled picture jumps to the edge only once the network is back', async () => {
    const { engine, video, moveTo } = await start();
    engine.state.latency = { behind: 1.2, holdBack: 1.5, age: 0.2 };
    moveTo(598);
    video.dispatchEvent(new Event('waiting'));
    engine.state.latency = { behind: 5, holdBack: 1.5, age: 3.8 };
    moveTo(597);
    expect(video.currentTime).toBe(597);
    engine.state.latency = { behind: 5, holdBack: 1.5, age: 0.2 };
    moveTo(597.1);
    expect(video.currentTime).toBe(600);
  });

  it('PLAY-01 a position that does not load is left for the edge', async () => {
    const { engine, video, moveTo } = await start();
    engine.state.latency = { behind: 1.2, holdBack: 1.5, age: 0.2 };
    moveTo(598);
    vi.advanceTimersByTime(6_000);
    engine.state.latency = { behind: 5, holdBack: 1.5, age: 0.2 };
    vi.advanceTimersByTime(500);
    expect(video.currentTime).toBe(600);
  });

  it('PLAY-01 a picture that stood still goes on at the edge, one that is a little late hurries', async () => {
    const { engine, video, moveTo } = await start();
    engine.state.latency = { behind: 5, holdBack: 1.5, age: 0.2 };
    moveTo(595);
    expect(video.currentTime, 'the first picture took its time').toBe(600);
    engine.state.latency = { behind: 1.2, holdBack: 1.5, age: 0.2 };
    moveTo(600);
    engine.state.latency = { behind: 5, holdBack: 1.5, age: 0.2 };
    moveTo(595);
    expect(video.currentTime).toBe(595);
    expect(video.playbackRate).toBeGreaterThan(1);
    video.dispatchEvent(new Event('waiting'));
    moveTo(595.2);
    expect(video.currentTime).toBe(600);
  });

  it('PLAY-05 a stream without new pictures for a while is away, and back with the next one', async () => {
    const { player, moveTo } = await start();
    moveTo(598);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(player.store.getState().held).toBe(true);
    moveTo(599);
    expect(player.store.getState().held).toBe(false);
  });

  it('PLAY-08 a viewer waiting for an old part sees no lost stream, unless the stream is lost', async () => {
    const { engine, player, moveTo } = await start();
    engine.state.latency = { behind: 1.2, holdBack: 1.5, age: 0.2 };
    moveTo(598);
    player.seek(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(player.store.getState()).toMatchObject({ held: false, waiting: true });
    engine.state.latency = { behind: 600, holdBack: 1.5, age: 5 };
    await vi.advanceTimersByTimeAsync(500);
    expect(player.store.getState().held).toBe(true);
  });

  it('ROUTE-13 a simulated game cannot be sought past its edge', async () => {
    const { engine, player, video, moveTo } = await start({ timeline: VOD, simulatedFrom: Date.now() / 1000 - 90 });
    expect(engine.told).toEqual(['load /media/one/index.m3u8 at 90']);
    player.seek(500);
    expect(video.currentTime).toBeCloseTo(90, 0);
    expect(player.store.getState().timeline).toMatchObject({ live: true });
    moveTo(200);
    expect(video.currentTime).toBeCloseTo(90, 0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(player.store.getState().timeline.end).toBeCloseTo(100, 0);
  });

  it('PLAY-01 the end is said once it is reached', async () => {
    const { video, said, player } = await start({ timeline: VOD });
    video.dispatchEvent(new Event('ended'));
    expect(said.at(-1)).toBe('complete');
    expect(player.store.getState().ended).toBe(true);
  });

  it('PLAY-05 a live game that is begun anew goes on by itself, at its edge', async () => {
    const { engine, playbackSession, moveTo, player, said, video } = await start();
    moveTo(598);
    engine.state.timeline = VOD;
    playbackSession.isLive.mockReturnValue(true);
    video.pause();
    video.dispatchEvent(new Event('ended'));
    await vi.advanceTimersByTimeAsync(0);
    expect(player.store.getState().ended, 'the server knows of no end').toBe(false);
    playbackSession.next.mockReturnValueOnce({ stream: '/media/two/index.m3u8', thumbnails: null });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(engine.told.slice(-2)).toEqual(['destroy', 'load /media/two/index.m3u8']);
    expect(player.store.getState().ended).toBe(false);
    expect(video.paused).toBe(false);
    expect(said).not.toContain('complete');
  });

  it('PLAY-05 a live game that is over has ended, even where the server never says so', async () => {
    const { playbackSession, moveTo, player, said, video } = await start();
    moveTo(598);
    playbackSession.isLive.mockReturnValue(true);
    video.dispatchEvent(new Event('ended'));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(said).not.toContain('complete');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(player.store.getState().ended).toBe(true);
    expect(said.at(-1)).toBe('complete');
  });

  it('PLAY-05 a viewer who goes back while the end is looked into stays there', async () => {
    const { playbackSession, moveTo, player, said, video } = await start();
    moveTo(598);
    playbackSession.isLive.mockReturnValue(true);
    video.dispatchEvent(new Event('ended'));
    player.seek(100);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(player.store.getState().ended).toBe(false);
    expect(said).not.toContain('complete');
  });

  it('PLAY-05 media that is gone is loaded from its new address, or retried where it has none', async () => {
    const { engine, playbackSession } = await start();
    engine.listener().onFailure('gone');
    await vi.advanceTimersByTimeAsync(500);
    expect(engine.told.at(-1)).toBe('resume');
    playbackSession.next.mockReturnValueOnce({ stream: '/media/two/index.m3u8', thumbnails: null });
    engine.listener().onFailure('gone');
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.told.at(-1)).toBe('load /media/two/index.m3u8');
  });

  it('PLAY-05 a paused player follows the stream to its new address and stays paused', async () => {
    const { engine, playbackSession, player, video } = await start();
    player.pause();
    playbackSession.next.mockReturnValueOnce({ stream: '/media/two/index.m3u8', thumbnails: null });
    engine.listener().onRefused('playback_ended');
    await vi.advanceTimersByTimeAsync(0);
    expect(engine.told.at(-1)).toBe('load /media/two/index.m3u8');
    expect(video.paused).toBe(true);
  });
});
