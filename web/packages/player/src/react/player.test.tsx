import { connectTo, refuse } from '@touchline/api/testing';
import { loadPlayerMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEngine, makeVideo } from '../testing/fake-player.ts';
import type { Engine } from '../core/engine.ts';
import type { EngineOptions } from '../dom/engine-options.ts';
import { Player, type PlayerProps } from './player.tsx';

const loaded = vi.hoisted(() => ({ engine: undefined as ((options: EngineOptions) => Promise<Engine>) | undefined }));
// The engine itself is another test's, and a large file.
vi.mock('../dom/load-engine.ts', () => ({
  loadEngine: (options: EngineOptions) => loaded.engine?.(options),
  loadHls: async () => ({}),
}));

const LIVE = { start: 0, end: 600, live: true };
const PLAYBACK = {
  session: 's1',
  refresh_after_s: 120,
  media: [{ id: 1, type: 2, url: '/media/one/index.m3u8' }],
};

const press = (key: string) => fireEvent.keyDown(screen.getByRole('region', { name: /Video player/ }), { key });

describe('the player', () => {
  let engine: ReturnType<typeof makeEngine>;
  let answers: Record<string, (request: Request) => unknown>;
  let calls: string[];

  beforeEach(async () => {
    await loadPlayerMessages();
    engine = makeEngine(LIVE);
    loaded.engine = engine.make;
    answers = { 'GET events/1/playback': () => PLAYBACK, 'GET events/1/preroll': () => null };
    vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue();
  });
  afterEach(cleanup);

  async function open(props: Partial<PlayerProps> = {}) {
    const connected = connectTo(answers);
    calls = connected.calls;
    const { connection } = connected;
    await act(async () =>
      render(<Player connection={connection} content={{ type: 'event', id: 1 }} title="A @ B" {...props} />),
    );
    const element = document.querySelector<HTMLVideoElement>('.player > video');
    if (!element) throw new Error('there is no video');
    const fake = makeVideo(element);
    await vi.waitFor(() => expect(engine.make).toHaveBeenCalled());
    await act(async () => engine.listener().onReady());
    await act(async () => {
      await fake.video.play();
      fake.moveTo(599);
    });
    return fake;
  }

  it('PLAY-08 says LIVE at the edge, and leads back to it from behind', async () => {
    const { video, moveTo } = await open();
    const live = screen.getByRole('button', { name: 'Live' });
    expect(live.getAttribute('aria-disabled')).toBe('true');
    press('j');
    await act(async () => moveTo(video.currentTime));
    expect(video.currentTime).toBe(589);
    expect(screen.getByText('9:49')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go live' }));
    expect(video.currentTime).toBe(600);
  });

  it('PLAY-08 obeys the keyboard', async () => {
    const { video } = await open();
    press('k');
    expect(video.paused).toBe(true);
    press('Home');
    expect(video.currentTime).toBe(0);
    press('m');
    expect(video.muted).toBe(true);
    press('m');
    press('5');
    expect(video.currentTime).toBe(300);
  });

  it('PLAY-08 obeys the keyboard before anything has the focus, but leaves the keys that scroll to the page', async () => {
    const { video } = await open();
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(video.paused).toBe(true);
    fireEvent.keyDown(document.body, { key: '5' });
    expect(video.currentTime).toBe(300);
    for (const key of ['PageDown', 'Home', 'End', 'ArrowDown']) {
      expect(fireEvent.keyDown(document.body, { key })).toBe(true);
      expect(video.currentTime).toBe(300);
    }
    const field = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(field, { key: '9' });
    field.remove();
    expect(video.currentTime).toBe(300);
  });

  it.each(['k', ' ', 'm', 'j', 'l', 'f', 't', '5', '?', 'c', 'i', '>', '<', 'ArrowLeft', 'ArrowRight'])(
    'PLAY-08 UI-19 leaves %s alone under any open dialog, whatever is focused',
    async (key) => {
      const { video } = await open();
      const player = screen.getByRole('region', { name: /Video player/ });
      const fullscreen = vi.fn<() => Promise<void>>(async () => undefined);
      player.requestFullscreen = fullscreen;
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
      const before = [video.paused, video.muted, video.currentTime, video.playbackRate, video.volume];
      for (const target of [document.body, player]) expect(fireEvent.keyDown(target, { key })).toBe(true);
      expect([video.paused, video.muted, video.currentTime, video.playbackRate, video.volume]).toEqual(before);
      expect(fullscreen).not.toHaveBeenCalled();
      expect(screen.queryByRole('heading', { name: /shortcuts/i })).toBeNull();

      dialog.remove();
      fireEvent.keyDown(document.body, { key: 'k' });
      expect(video.paused).toBe(true);
    },
  );

  it.each(['ArrowLeft', 'ArrowUp', 'PageDown', 'Home', '5', 'j', 'k', 'm', '?'])(
    'PLAY-08 UI-19 %s inside the open settings does not reach the player, beside them it does',
    async (key) => {
      const { video } = await open();
      fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
      const close = await screen.findByRole('button', { name: 'Close settings' });
      const state = () => [video.paused, video.muted, video.currentTime, video.volume];
      const before = state();
      expect(fireEvent.keyDown(close, { key })).toBe(true);
      expect(state()).toEqual(before);
      expect(screen.queryByRole('heading', { name: /shortcuts/i })).toBeNull();

      fireEvent.keyDown(close, { key: 'Escape' });
      expect(screen.queryByRole('button', { name: 'Close settings' })).toBeNull();
      press('k');
      expect(video.paused).toBe(true);
    },
  );

  it('PLAY-08 the seek bar says how far behind live it stands', async () => {
    const { moveTo } = await open();
    const bar = screen.getByRole('slider', { name: 'Position in the video' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Live');
    press('Home');
    await act(async () => moveTo(60));
    expect(bar.getAttribute('aria-valuetext')).toBe('9 minutes behind live');
  });

  it('PLAY-08 offers the qualities that there are, and speed only behind live', async () => {
    const { moveTo } = await open();
    await act(async () =>
      engine.listener().onLevels([
        { index: 0, height: 360, bitrate: 1 },
        { index: 1, height: 720, bitrate: 2 },
      ]),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    fireEvent.click(await screen.findByRole('radio', { name: '720p' }));
    expect(engine.told.at(-1)).toBe('level 1');
    expect(screen.queryByRole('radio', { name: '1.5×' })).toBeNull();
    press('Home');
    await act(async () => moveTo(1));
    fireEvent.click(screen.getByRole('radio', { name: '1.5×' }));
    expect(document.querySelector('video')?.playbackRate).toBe(1.5);
  });

  it('PLAY-07 a refusal for too many streams offers to watch here instead', async () => {
    answers['POST events/1/playback/take-over'] = () => ({});
    await open();
    await act(async () => engine.listener().onRefused('too_many_streams'));
    expect(screen.getByText('Already playing elsewhere')).toBeTruthy();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Watch here instead' })));
    await vi.waitFor(() => expect(screen.queryByText('Already playing elsewhere')).toBeNull());
    expect(calls).toContain('POST events/1/playback/take-over');
  });

  it('PLAY-03 tells the page when the server refuses', async () => {
    const onStale = vi.fn<() => void>();
    await open({ onStale });
    answers['GET events/1/playback'] = () => refuse(403, 'needs_pass');
    await act(async () => engine.listener().onRefused('playback_ended'));
    expect(await screen.findByText('You cannot watch this right now.')).toBeTruthy();
    expect(onStale).toHaveBeenCalledOnce();
  });

  it('PLAY-02 a preroll stands before the game, labelled, and the server hears that it was seen', async () => {
    answers['GET events/2/preroll'] = () => ({ id: 7, url: '/ad.mp4', expires_s: 3600 });
    answers['GET events/2/playback'] = () => PLAYBACK;
    answers['POST prerolls/7/completed'] = () => ({});
    const connected = connectTo(answers);
    const { connection } = connected;
    await act(async () =>
      render(<Player connection={connection} content={{ type: 'event', id: 2 }} title="A @ B" withPreroll />),
    );
    expect(await screen.findByText('Advertisement')).toBeTruthy();
    expect(connected.calls).not.toContain('GET events/2/playback');
    const film = document.querySelector('.preroll video');
    if (!film) throw new Error('there is no preroll');
    await act(async () => void fireEvent.ended(film));
    await vi.waitFor(() => expect(connected.calls).toContain('GET events/2/playback'));
    expect(connected.calls).toContain('POST prerolls/7/completed');
    expect(screen.queryByText('Advertisement')).toBeNull();
  });

  it('PLAY-02 a preroll that does not play within 4 s is skipped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answers['GET events/3/preroll'] = () => ({ id: 7, url: '/ad.mp4', expires_s: 3600 });
    answers['GET events/3/playback'] = () => PLAYBACK;
    const connected = connectTo(answers);
    const { connection } = connected;
    await act(async () =>
      render(<Player connection={connection} content={{ type: 'event', id: 3 }} title="A @ B" withPreroll />),
    );
    await act(async () => void (await vi.advanceTimersByTimeAsync(3_900)));
    expect(connected.calls).not.toContain('GET events/3/playback');
    await act(async () => void (await vi.advanceTimersByTimeAsync(200)));
    vi.useRealTimers();
    await vi.waitFor(() => expect(connected.calls).toContain('GET events/3/playback'));
    expect(connected.calls).not.toContain('POST prerolls/7/completed');
  });
});
