import { loadPlayerMessages } from '@touchline/i18n';
import { lazyScreen } from '../../loading/lazy-screen.tsx';

const Nothing = () => null;
const StageWaiting = () => <div aria-hidden className="stage" />;

/** The player and its words come when there is something to play, and the engine after them. */
export const LazyPlayer = lazyScreen(async () => {
  const [{ Player }] = await Promise.all([import('../player/player.tsx'), loadPlayerMessages()]);
  return Player;
}, StageWaiting);

export const LazyEmbedded = lazyScreen(async () => {
  const [{ EmbeddedMedia }] = await Promise.all([import('../player/embedded-media.tsx'), loadPlayerMessages()]);
  return EmbeddedMedia;
}, StageWaiting);

export const LazyRegionStage = lazyScreen(
  async () => (await import('../../region/region-message.tsx')).RegionStage,
  StageWaiting,
);

export const LazyActions = lazyScreen(async () => (await import('./watch-actions.tsx')).loadWatchActions(), Nothing);

/** Follows the games where the shell does not. */
export const LazyLiveNews = lazyScreen(
  async () => (await import('../../live-updates/live-news.tsx')).LiveNews,
  Nothing,
);

/** Its place is kept, so that nothing jumps. */
export const LazyGate = lazyScreen(
  async () => (await import('./watch-gate.tsx')).WatchGate,
  () => <div className="h-11" />,
);

export const LazyRelated = lazyScreen(async () => (await import('./watch-related.tsx')).RelatedGames, Nothing);
