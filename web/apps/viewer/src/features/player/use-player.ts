import { type Content, fetchPlayback, takeOver } from '@touchline/api';
import { type RefCallback, useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { useAppContext } from '../../app/channel.ts';
import { createLease } from './lease.ts';
import { loadEngine } from './load-engine.ts';
import { createPlayer, type Player } from './player-core.ts';
import { playerEvents } from './player-events.ts';
import { INITIAL, type PlayerState } from './player-state.ts';

/** A player on a video element for as long as that is on the page, and the way to hand it the element. */
export function usePlayer(
  { type, id }: Content,
  simulatedFrom: number | null,
): readonly [player: Player | null, attach: RefCallback<HTMLVideoElement>] {
  const { connection } = useAppContext();
  const [player, setPlayer] = useState<Player | null>(null);
  const attach = useCallback(
    (video: HTMLVideoElement) => {
      const content = { type, id };
      const made = createPlayer({
        video,
        content,
        lease: (onRefused) =>
          createLease({ ask: (session, signal) => fetchPlayback(connection, content, session, signal), onRefused }),
        engine: loadEngine,
        events: playerEvents,
        simulatedFrom,
        takeOver: (session) => takeOver(connection, content, session),
      });
      setPlayer(made);
      return () => {
        setPlayer(null);
        made.end();
      };
    },
    [connection, type, id, simulatedFrom],
  );
  return [player, attach];
}

const NOBODY: Pick<Player['store'], 'getState' | 'getInitialState' | 'subscribe'> = {
  getState: () => INITIAL,
  getInitialState: () => INITIAL,
  subscribe: () => () => undefined,
};

/** A part of what the player knows. */
export function usePlayerState<T>(player: Player | null, select: (state: PlayerState) => T): T {
  return useStore(player?.store ?? NOBODY, select);
}
