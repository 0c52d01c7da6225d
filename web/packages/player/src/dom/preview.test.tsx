import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEngine, makeVideo } from '../testing/fake-player.ts';
import { createPreview } from './preview.ts';

async function open() {
  const engine = makeEngine({ start: 0, end: 600, live: true });
  const { video, moveTo } = makeVideo();
  const player = { address: () => '/media/one/index.m3u8', rewrite: (address: string) => address };
  const preview = createPreview({ video, player, stretch: { start: 100, end: 130 }, engine: engine.make });
  await vi.advanceTimersByTimeAsync(0);
  return { engine, video, moveTo, preview };
}
const nextPicture = () => vi.advanceTimersByTimeAsync(50);

describe('the preview of a clip', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('CLIP-04 loads the game where the clip begins, and plays it', async () => {
    const { engine, video } = await open();
    expect(engine.told).toEqual(['load /media/one/index.m3u8 at 100']);
    engine.listener().onReady();
    expect([video.currentTime, video.paused]).toEqual([100, false]);
  });

  it('CLIP-04 begins again at the end of the clip, wherever that is by then', async () => {
    const { engine, video, moveTo, preview } = await open();
    engine.listener().onReady();
    moveTo(129.9);
    await nextPicture();
    expect(video.currentTime).toBe(129.9);
    moveTo(130.01);
    await nextPicture();
    expect(video.currentTime).toBe(100);
    preview.setStretch({ start: 90, end: 110 });
    moveTo(111);
    await nextPicture();
    expect(video.currentTime).toBe(90);
  });

  it('CLIP-04 holds a picture, and goes on from it only inside the clip', async () => {
    const { engine, video, preview } = await open();
    engine.listener().onReady();
    preview.show(120);
    expect([video.currentTime, preview.store.getState().paused]).toEqual([120, true]);
    preview.toggle();
    expect([video.currentTime, video.paused]).toEqual([120, false]);
    preview.show(130);
    preview.toggle();
    expect(video.currentTime).toBe(100);
  });

  it('PLAY-05 tries again a few times, then says so', async () => {
    const { engine, preview } = await open();
    for (let tries = 0; tries < 4; tries += 1) {
      engine.listener().onFailure('network');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(engine.told.filter((word) => word === 'resume')).toHaveLength(4);
    expect(preview.store.getState().phase).toBe('loading');
    engine.listener().onFailure('network');
    expect(preview.store.getState().phase).toBe('failed');
  });

  it('CLIP-04 lets go of everything at its end', async () => {
    const { engine, preview } = await open();
    preview.end();
    expect(engine.told.at(-1)).toBe('destroy');
  });
});
