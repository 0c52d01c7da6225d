import { lazyScreen } from '../../loading/lazy-screen.tsx';

const Nothing = () => null;

export const LazyActions = lazyScreen(async () => (await import('./watch-actions.tsx')).loadWatchActions(), Nothing);

/** Follows the games where the shell does not. */
export const LazyLiveAnnouncer = lazyScreen(
  async () => (await import('../../live-updates/live-announcer.tsx')).LiveAnnouncer,
  Nothing,
);

export const LazyRelated = lazyScreen(async () => (await import('./watch-related.tsx')).RelatedGames, Nothing);
