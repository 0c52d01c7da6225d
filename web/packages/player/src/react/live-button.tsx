import { usePlayerT } from '@touchline/i18n';
import type { PlayerController } from '../dom/player-controller.ts';
import { isAtEdge } from '../core/timeline.ts';
import { usePlayerState } from './use-player-state.ts';

/** Red at the live edge; the way back to it elsewhere. */
export function LiveButton({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const atEdge = usePlayerState(player, ({ timeline, time, paused }) => isAtEdge(timeline, time) && !paused);
  return (
    <button
      type="button"
      aria-disabled={atEdge}
      data-edge={atEdge}
      className="live-button"
      onClick={() => {
        if (!atEdge) player.goLive();
      }}
    >
      <span>
        <span aria-hidden className="live-button-dot" />
        {atEdge ? t('player.live') : t('player.goLive')}
      </span>
    </button>
  );
}
