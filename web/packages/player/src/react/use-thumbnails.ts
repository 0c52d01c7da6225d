import { useCallback, useRef, useState } from 'react';
import type { PlayerController } from '../dom/player-controller.ts';
import { usePlayerState } from './use-player-state.ts';
import { parseThumbnails, type Thumbnail } from '../core/thumbnails.ts';

/** A list that lacks the wanted moment is refetched, at most this often. */
export const AGAIN_MS = 4_000;

interface Thumbnails {
  readonly list: readonly Thumbnail[];
  /** Asks for the picture of a moment. */
  readonly want: (time: number) => void;
}

/** The thumbnails of a game, fetched when the first is wanted. A live game gets new ones. */
export function useThumbnails(player: PlayerController): Thumbnails {
  const address = usePlayerState(player, (state) => state.thumbnails);
  const live = usePlayerState(player, (state) => state.timeline.live);
  const [list, setList] = useState<readonly Thumbnail[]>([]);
  const known = useRef({ askedAt: -Infinity, until: 0 });
  const want = useCallback(
    (time: number) => {
      const { askedAt, until } = known.current;
      if (address === null || time < until || Date.now() - askedAt < AGAIN_MS) return;
      known.current.askedAt = Date.now();
      void textOf(player.rewrite(address)).then((text) => {
        if (text === null) return;
        // A picture keeps its first address, so that it is not loaded again.
        const found = parseThumbnails(text, new URL(address, location.href).href);
        known.current.until = live ? (found.at(-1)?.to ?? 0) : Infinity;
        setList(found);
      });
    },
    [player, address, live],
  );
  return { list, want };
}

/** Without them the bar shows times only. */
async function textOf(address: string): Promise<string | null> {
  try {
    const response = await fetch(address);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
