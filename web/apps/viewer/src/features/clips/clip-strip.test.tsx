import { loadClipMessages } from '@touchline/i18n';
import type { PlayerController } from '@touchline/player';
import { listPictures, playLive } from '@touchline/player/testing/live-pictures.ts';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Stretch } from './range.ts';
import { ClipStrip } from './clip-strip.tsx';

const nothing = () => undefined;

function Strip({ player, view }: { readonly player: PlayerController; readonly view: Stretch }) {
  return (
    <ClipStrip
      player={player}
      video={null}
      whole={{ start: 0, end: 640 }}
      view={view}
      range={{ start: view.start, end: view.start + 30 }}
      lengths={{ shortest: 1, longest: 120 }}
      frame={0.04}
      onMove={nothing}
      onMoved={nothing}
      onShow={nothing}
      onTurn={nothing}
    />
  );
}

const pictures = () => [...document.querySelectorAll<HTMLImageElement>('.clip-tile img')];
const numbers = () => pictures().map(({ src }) => Number(/still-(\d+)\.jpg$/.exec(src)?.[1]));

describe('the strip of a live game', () => {
  let player: PlayerController;
  let length: number;
  let asked: string[];

  beforeEach(async () => {
    await loadClipMessages();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    length = 600;
    asked = listPictures(() => length);
    player = await playLive();
  });
  afterEach(() => {
    cleanup();
    player.end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('CLIP-04 shows a picture of each of its times, and asks for no others', async () => {
    render(<Strip player={player} view={{ start: 540, end: 600 }} />);
    await vi.waitFor(() => expect(pictures()).toHaveLength(10));
    // In the middle of tiles of six seconds: 543, 549…
    expect(numbers()).toEqual([135, 137, 138, 140, 141, 143, 144, 146, 147, 149]);
    expect(asked).toEqual(['/media/token-2/thumbs.vtt']);
  });

  it('CLIP-04 goes on with the game, and what was there stays as it was', async () => {
    const { rerender } = render(<Strip player={player} view={{ start: 540, end: 600 }} />);
    await vi.waitFor(() => expect(pictures()).toHaveLength(10));
    const before = pictures();
    rerender(<Strip player={player} view={{ start: 570, end: 630 }} />);
    await vi.waitFor(() => expect(pictures()).toHaveLength(5));
    expect(document.querySelectorAll('.clip-tile')).toHaveLength(10);
    length = 640;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(numbers()).toEqual([143, 144, 146, 147, 149, 150, 152, 153, 155, 156]);
    expect(pictures()[0]?.src).toBe(before[5]?.src);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked, 'what is known is not asked for again').toHaveLength(2);
  });

  it('CLIP-04 asks again for a picture that did not come, but not for ever', async () => {
    render(<Strip player={player} view={{ start: 540, end: 600 }} />);
    await vi.waitFor(() => expect(pictures()).toHaveLength(10));
    const seen = new Set<HTMLImageElement>();
    for (let tries = 0; tries < 10; tries += 1) {
      const [first] = pictures();
      if (!first) throw new Error('its place is gone');
      seen.add(first);
      fireEvent.error(first);
      // oxlint-disable-next-line no-await-in-loop
      await act(() => vi.advanceTimersByTimeAsync(3_000));
    }
    expect(seen.size).toBe(4);
    expect(pictures()).toHaveLength(10);
  });
});
