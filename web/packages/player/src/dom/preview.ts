import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Engine, EngineListener } from '../core/engine.ts';
import type { EngineOptions } from './engine-options.ts';
import type { PlayerController } from './player-controller.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface PreviewState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly paused: boolean;
}

interface PreviewOptions {
  readonly video: HTMLVideoElement;
  /** Lends the game's address and the playback session. */
  readonly player: Pick<PlayerController, 'address' | 'rewrite'>;
  readonly stretch: Stretch;
  readonly engine: (options: EngineOptions) => Promise<Engine>;
}

/** A second picture of the game that a player plays: a few seconds of it, over and over. */
export interface Preview {
  readonly video: HTMLVideoElement;
  readonly store: StoreApi<PreviewState>;
  /** What is repeated from now on. */
  setStretch(stretch: Stretch): void;
  toggle(): void;
  /** Holds one picture. */
  show(at: number): void;
  playFrom(at: number): void;
  end(): void;
}

export const NO_PREVIEW: PreviewState = { phase: 'loading', paused: true };

const TRIES = 4;
const AGAIN_MS = 1_000;
/** Pictures come between the times that were asked for. */
const SLACK = 0.05;

export function createPreview({ video, player, stretch: first, engine: make }: PreviewOptions): Preview {
  const store = createStore<PreviewState>()(() => NO_PREVIEW);
  const ends = new AbortController();
  const { signal } = ends;
  let stretch = first;
  let engine: Engine | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let frame = 0;

  function playFrom(at: number): void {
    video.currentTime = at;
    void video.play().catch(() => undefined);
  }

  function lose(): void {
    clearTimeout(again);
    tries += 1;
    if (tries > TRIES) store.setState({ phase: 'failed' });
    else again = setTimeout(() => engine?.resume(), AGAIN_MS);
  }

  /** Back to the start at the end, to the picture: the element's own news of the time come too seldom. */
  function follow(): void {
    if (!video.seeking && (video.currentTime >= stretch.end || video.ended)) playFrom(stretch.start);
    frame = requestAnimationFrame(follow);
  }

  function onState(): void {
    store.setState({ paused: video.paused });
    cancelAnimationFrame(frame);
    if (!video.paused) follow();
  }

  const listener: EngineListener = {
    onReady: () => playFrom(stretch.start),
    onLevels: () => undefined,
    onHeight: () => undefined,
    onCaptions: () => undefined,
    // The player itself sees to a new token.
    onRefused: lose,
    onFailure: lose,
  };
  video.addEventListener('play', onState, { signal });
  video.addEventListener('pause', onState, { signal });
  video.addEventListener('loadeddata', () => store.setState({ phase: 'ready' }), { signal });
  make({ video, listener, rewrite: player.rewrite }).then(
    (made) => {
      if (signal.aborted) return made.destroy();
      engine = made;
      made.load(player.address(), stretch.start);
    },
    () => store.setState({ phase: 'failed' }),
  );

  return {
    video,
    store,
    setStretch(next) {
      stretch = next;
    },
    toggle() {
      if (!video.paused) return video.pause();
      const isInside = video.currentTime >= stretch.start - SLACK && video.currentTime < stretch.end - SLACK;
      playFrom(isInside ? video.currentTime : stretch.start);
    },
    show(at) {
      video.pause();
      video.currentTime = at;
    },
    playFrom,
    end() {
      ends.abort();
      clearTimeout(again);
      cancelAnimationFrame(frame);
      engine?.destroy();
    },
  };
}
