import { useCallback, useRef, useState } from 'react';
import type { Player } from './player-core.ts';
import { usePlayerState } from './use-player-state.ts';
import { parseThumbnails, type Thumbnail } from './thumbnails.ts';

/** A live game gets new ones; so often is soon enough. */
const FRESH_MS = 30_000;

/** The small pictures of a game, fetched when somebody first wants to see one. */
export function useThumbnails(player: Player): { readonly list: readonly Thumbnail[]; readonly want: () => void } {
  const address = usePlayerState(player, (state) => state.thumbnails);
  const live = usePlayerState(player, (state) => state.timeline.live);
  const [list, setList] = useState<readonly Thumbnail[]>([]);
  const askedAt = useRef(0);
  const want = useCallback(() => {
    const age = Date.now() - askedAt.current;
    if (address === null || (askedAt.current > 0 && (!live || age < FRESH_MS))) return;
    askedAt.current = Date.now();
    const current = new URL(player.rewrite(address), location.href).href;
    void textOf(current).then((text) => {
      if (text !== null) setList(parseThumbnails(text, current));
    });
  }, [player, address, live]);
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
