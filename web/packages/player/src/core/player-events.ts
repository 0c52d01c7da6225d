import type { Content } from '@touchline/api';

export type PlayerEventName =
  | 'ready'
  | 'first_frame'
  | 'play'
  | 'pause'
  | 'seek'
  | 'rewind'
  | 'complete'
  | 'stop'
  | 'error';

interface PlayerEvent {
  readonly name: PlayerEventName;
  readonly content: Content;
  /** Seconds into the game. */
  readonly position: number;
  readonly live: boolean;
}

type Listener = (event: PlayerEvent) => void;

export interface PlayerEvents {
  emit(event: PlayerEvent): void;
  /** Gives the way to stop listening. */
  on(listener: Listener): () => void;
}

export function createPlayerEvents(): PlayerEvents {
  const listeners = new Set<Listener>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What all players of the page say; there is one at a time. */
export const playerEvents = createPlayerEvents();
