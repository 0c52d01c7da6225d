import { useStore } from 'zustand';
import type { PlayerController } from '../dom/player-controller.ts';
import { INITIAL, type PlayerState } from '../core/player-state.ts';

const NO_PLAYER: Pick<PlayerController['store'], 'getState' | 'getInitialState' | 'subscribe'> = {
  getState: () => INITIAL,
  getInitialState: () => INITIAL,
  subscribe: () => () => undefined,
};

/** A part of what the player knows. */
export function usePlayerState<T>(player: PlayerController | null, select: (state: PlayerState) => T): T {
  return useStore(player?.store ?? NO_PLAYER, select);
}
