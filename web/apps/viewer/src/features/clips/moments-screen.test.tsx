import type { Clip } from '@touchline/api';
import type { Engine, EngineOptions } from '@touchline/player';
import { makeEngine } from '@touchline/player/testing/fake-player.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClip } from '../../testing/clips.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';

const loaded = vi.hoisted(() => ({ engine: undefined as ((options: EngineOptions) => Promise<Engine>) | undefined }));
vi.mock('@touchline/player/load-engine', () => ({
  loadEngine: (options: EngineOptions) => loaded.engine?.(options),
}));

const CLIPS = [1, 2, 3].map((id) =>
  makeClip({ id, name: `Moment ${id}`, created_at: id, play: { url: `/media/one/${id}/index.m3u8` } }),
);
const answer = (clips: readonly Clip[], total = clips.length) =>
  Response.json({ data: clips, meta: { total, tags: [{ tag: 'Dunk', count: 2 }] } });

let close = () => {};

async function open(server: Server = {}, address = '/moments') {
  const app = await openApp(address, { 'GET clips/moments': () => answer(CLIPS), ...server });
  ({ close } = app);
  return app;
}
/** The one that is seen: the others cannot be reached. */
const current = () => {
  const slide = document.querySelector<HTMLElement>('.moment:not([inert])');
  if (!slide) throw new Error('no moment is seen');
  return within(slide);
};
const reel = () => screen.findByRole('region', { name: 'Moments' });
const names = () => screen.getAllByRole('article', { hidden: true }).map((one) => one.getAttribute('aria-label'));
const videos = () => [...document.querySelectorAll('video')].map((video) => video.getAttribute('aria-label'));
const shown = () => current().getByRole('heading', { level: 2 }).textContent;

describe('the reel of moments', () => {
  let engine: ReturnType<typeof makeEngine>;
  const play = vi.fn<() => Promise<void>>();

  // What is loaded on demand is no part of what is waited for.
  beforeAll(() => import('./moments-screen.tsx'));
  beforeEach(() => {
    engine = makeEngine({ start: 0, end: 12, live: false });
    loaded.engine = engine.make;
    Element.prototype.scrollTo = () => undefined;
    play.mockReset().mockResolvedValue();
    vi.spyOn(HTMLVideoElement.prototype, 'play').mockImplementation(play);
  });
  afterEach(() => {
    close();
    cleanup();
    vi.restoreAllMocks();
  });

  it('ROUTE-14 shows the newest first; one plays, and the next one is loaded', async () => {
    await open();
    await reel();
    expect(names()).toEqual(['Moment 3, 1 of 3', 'Moment 2, 2 of 3', 'Moment 1, 3 of 3']);
    expect(videos()).toEqual(['Moment 3', 'Moment 2']);
    expect(play).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(engine.told.filter((word) => word.startsWith('load'))).toHaveLength(2));
  });

  it('ROUTE-14 arrow keys and buttons lead through it, and stop at its ends', async () => {
    await open();
    const track = await reel();
    expect(shown()).toBe('Moment 3');
    fireEvent.keyDown(track, { key: 'ArrowUp' });
    expect(shown()).toBe('Moment 3');
    fireEvent.keyDown(track, { key: 'ArrowDown' });
    expect(shown()).toBe('Moment 2');
    expect(videos()).toEqual(['Moment 2', 'Moment 1']);
    fireEvent.click(screen.getByRole('button', { name: 'Next moment' }));
    expect(shown()).toBe('Moment 1');
    expect(screen.getByRole('button', { name: 'Next moment' })).toHaveProperty('disabled', true);
  });

  it('ROUTE-14 a swipe leads on where browsers tell of steps alone, once it has come to rest', async () => {
    await open();
    const track = await reel();
    Object.defineProperty(track, 'clientHeight', { value: 800 });
    track.scrollTop = 500;
    fireEvent.scroll(track);
    expect(shown()).toBe('Moment 3');
    track.scrollTop = 800;
    fireEvent.scroll(track);
    await vi.waitFor(() => expect(shown()).toBe('Moment 2'));
    expect(videos()).toEqual(['Moment 2', 'Moment 1']);
  });

  it('ROUTE-14 is silent until the viewer turns the sound on', async () => {
    await open();
    await reel();
    const [video] = document.querySelectorAll('video');
    expect(video?.muted).toBe(true);
    fireEvent.click(current().getByRole('button', { name: 'Sound on' }));
    expect(video?.muted).toBe(false);
  });

  it('CLIP-04 begins again where it was cut, not at the key frame before', async () => {
    engine.state.timeline = { start: 0.48, end: 12, live: false };
    await open();
    await reel();
    await vi.waitFor(() => expect(engine.told.length).toBeGreaterThan(0));
    expect(engine.told[0]).not.toContain(' at ');
    const [video] = document.querySelectorAll('video');
    if (!video) throw new Error('there is no video');
    video.dispatchEvent(new Event('ended'));
    expect(video.currentTime).toBeCloseTo(0.48);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it('UI-19 does not play by itself with reduced motion', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query.includes('reduced-motion'),
          media: query,
          onchange: null,
        }) as MediaQueryList,
    );
    await open();
    await reel();
    expect(play).not.toHaveBeenCalled();
    fireEvent.click(current().getByRole('button', { name: 'Play' }));
    expect(play).toHaveBeenCalledOnce();
  });

  it('ROUTE-14 a tag narrows it', async () => {
    const asked: (string | null)[] = [];
    const { router } = await open({
      'GET clips/moments': ({ url }: Request) => {
        asked.push(new URL(url).searchParams.get('tag'));
        return answer(CLIPS);
      },
    });
    await reel();
    const tags = within(screen.getByRole('navigation', { name: 'Tags' }));
    await act(async () => void fireEvent.click(tags.getByRole('link', { name: 'Dunk' })));
    await vi.waitFor(() => expect(asked).toEqual([null, 'Dunk']));
    expect(router.state.location.search).toEqual({ tag: 'Dunk' });
    expect(tags.getByRole('link', { name: 'Dunk' }).getAttribute('aria-current')).toBe('page');
    expect(tags.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBeNull();
  });

  it('ROUTE-14 goes on by itself before its end', async () => {
    const offsets: (string | null)[] = [];
    await open({
      'GET clips/moments': ({ url }: Request) => {
        offsets.push(new URL(url).searchParams.get('offset'));
        return answer(offsets.length === 1 ? CLIPS : [makeClip({ id: 9, name: 'Older', created_at: 0 })], 4);
      },
    });
    fireEvent.keyDown(await reel(), { key: 'ArrowDown' });
    await vi.waitFor(() => expect(names().at(-1)).toBe('Older, 4 of 4'));
    expect(offsets).toEqual(['0', '3']);
  });

  it('PLAY-05 an address that has run out is asked for anew', async () => {
    const { calls } = await open({ 'GET shared-clip/3': () => CLIPS[2] });
    await reel();
    await vi.waitFor(() => expect(engine.told.length).toBeGreaterThan(0));
    act(() => engine.listener().onRefused('playback_ended'));
    await vi.waitFor(() => expect(calls.some((call) => call.startsWith('GET shared-clip/'))).toBe(true));
  });

  it.each([
    ['/moments', 'No moments yet'],
    ['/moments?tag=Dunk', 'No moments with this tag'],
  ])('ROUTE-14 %s says when there is nothing', async (address, words) => {
    await open({ 'GET clips/moments': () => answer([]) }, address);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('UI-05 can be asked for again when it could not be had', async () => {
    let works = false;
    await open({ 'GET clips/moments': () => (works ? answer(CLIPS) : Response.json({}, { status: 500 })) });
    await screen.findByText('The moments could not be loaded.');
    works = true;
    fireEvent.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await reel()).toBeTruthy();
  });
});
