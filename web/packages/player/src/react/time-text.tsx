import { formatDuration, usePlayerT } from '@touchline/i18n';
import type { PlayerController } from '../dom/player-controller.ts';
import { behindLive, isAtEdge } from '../core/timeline.ts';
import { usePlayerState } from './use-player-state.ts';

/** How much has been played of how much, or how far behind live that is. Whole seconds, so that it changes no more often. */
export function TimeText({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const live = usePlayerState(player, (state) => state.timeline.live);
  const elapsed = usePlayerState(player, ({ time, timeline }) => Math.floor(Math.max(0, time - timeline.start)));
  const length = usePlayerState(player, ({ timeline }) => Math.floor(timeline.end - timeline.start));
  const behind = usePlayerState(player, ({ timeline, time }) =>
    isAtEdge(timeline, time) ? 0 : Math.floor(behindLive(timeline, time)),
  );
  return (
    <span className="time-text">
      {formatDuration(elapsed)}
      {live
        ? behind > 0 && (
            <span className="time-rest" title={t('player.behind', { time: formatDuration(behind) })}>
              {' '}
              −{formatDuration(behind)}
            </span>
          )
        : length > 0 && <span className="time-rest"> / {formatDuration(length)}</span>}
    </span>
  );
}
