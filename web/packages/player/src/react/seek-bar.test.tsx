import { loadPlayerMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listPictures, playLive } from '../testing/live-pictures.ts';
import type { PlayerController } from '../dom/player-controller.ts';
import { SeekBar } from './seek-bar.tsx';

const peek = () => document.querySelector<HTMLElement>('.seek-peek');
const picture = () => document.querySelector<HTMLImageElement>('.seek-picture img')?.getAttribute('src') ?? null;
const rest = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('pictures over the seek bar of a live game', () => {
  let player: PlayerController;
  let bar: HTMLElement;

  beforeEach(async () => {
    await loadPlayerMessages();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    listPictures(() => 600);
    player = await playLive();
    render(<SeekBar player={player} />);
    const found = document.querySelector<HTMLElement>('.seek');
    if (!found) throw new Error('there is no bar');
    bar = found;
    // A second of the game is a pixel.
    vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 20));
  });
  afterEach(() => {
    cleanup();
    player.end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const point = (clientX: number) => act(async () => void fireEvent.pointerMove(bar, { clientX }));

  it('PLAY-08 are asked for where the pointer rests, and nowhere on the way', async () => {
    await point(100);
    await vi.waitFor(() => expect(document.querySelector('.seek-picture')).not.toBeNull());
    const asked = new Set<string | null>();
    for (let at = 100; at < 300; at += 10) {
      // oxlint-disable-next-line no-await-in-loop
      await point(at);
      // oxlint-disable-next-line no-await-in-loop
      await rest(20);
      asked.add(picture());
    }
    expect([...asked], 'its place is kept meanwhile').toEqual([null]);
    await rest(200);
    expect(picture()).toMatch(/\/media\/one\/still-72\.jpg$/);
    await point(400);
    expect(picture()).toBeNull();
    await point(290);
    expect(picture(), 'it has been seen before').toMatch(/still-72\.jpg$/);
    fireEvent.pointerLeave(bar);
    expect(peek()).toBeNull();
  });
});
