import type { PlayerController } from '@touchline/player';
import { create } from 'zustand';

interface CurrentPlayer {
  /** The player of the game that the page is about. */
  readonly player: PlayerController | null;
  /** What the player's button for clips does; null where the page has no use for it. */
  readonly clip: (() => void) | null;
}

/** What a player and the page around it know of each other, without passing through everything between them. */
export const useCurrentPlayer = create<CurrentPlayer>()(() => ({ player: null, clip: null }));
