import { type Connection, type Content, fetchPlayback, takeOver } from '@touchline/api';
import { type RefCallback, useCallback, useState } from 'react';
import { createPlaybackSession } from '../dom/playback-session.ts';
import { loadEngine } from '../dom/load-engine.ts';
import { createPlayerController, type PlayerController } from '../dom/player-controller.ts';
import { playerEvents } from '../core/player-events.ts';

/** A player on a video element for as long as that is on the page, and the way to hand it the element. */
export function usePlayer(
  connection: Connection,
  watched: Content,
  simulatedFrom: number | null,
  onAttach: ((player: PlayerController) => () => void) | undefined,
): readonly [player: PlayerController | null, attach: RefCallback<HTMLVideoElement>] {
  const [player, setPlayer] = useState<PlayerController | null>(null);
  const { type, id } = watched;
  const uuid = watched.type === 'clip' ? watched.uuid : '';
  const attach = useCallback(
    (video: HTMLVideoElement) => {
      const content: Content = type === 'clip' ? { type, id, uuid } : { type, id };
      const made = createPlayerController({
        video,
        content,
        playbackSession: (onRefused) =>
          createPlaybackSession({
            ask: (session, signal) => fetchPlayback(connection, content, session, signal),
            onRefused,
          }),
        engine: loadEngine,
        events: playerEvents,
        simulatedFrom,
        takeOver: (session) => takeOver(connection, content, session),
      });
      setPlayer(made);
      const detach = onAttach?.(made);
      return () => {
        setPlayer(null);
        detach?.();
        made.end();
      };
    },
    [connection, type, id, uuid, simulatedFrom, onAttach],
  );
  return [player, attach];
}
