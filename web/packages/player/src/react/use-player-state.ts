import { useStore } from 'zustand';
import type { Player } from '../dom/player-core.ts';
import { INITIAL, type PlayerState } from '../core/player-state.ts';

const NOBODY: Pick<Player['store'], 'getState' | 'getInitialState' | 'subscribe'> = {
  getState: () => INITIAL,
  getInitialState: () => INITIAL,
  subscribe: () => () => undefined,
};

/** A part of what the player knows. */
export function usePlayerState<T>(player: Player | null, select: (state: PlayerState) => T): T {
  return useStore(player?.store ?? NOBODY, select);
}
