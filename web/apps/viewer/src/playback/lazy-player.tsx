import { loadPlayerMessages } from '@touchline/i18n';
import { lazyScreen } from '../loading/lazy-screen.tsx';

const StageWaiting = () => <div aria-hidden className="stage" />;

/** The player and its words come when there is something to play, and the engine after them. */
export const LazyPlayer = lazyScreen(async () => {
  const [{ PagePlayer }] = await Promise.all([import('./page-player.tsx'), loadPlayerMessages()]);
  return PagePlayer;
}, StageWaiting);

export const LazyEmbedded = lazyScreen(async () => {
  const [{ EmbeddedMedia }] = await Promise.all([import('./embedded-media.tsx'), loadPlayerMessages()]);
  return EmbeddedMedia;
}, StageWaiting);

export const LazyRegionStage = lazyScreen(
  async () => (await import('../region/region-message.tsx')).RegionStage,
  StageWaiting,
);

/** Its place is kept, so that nothing jumps. */
export const LazyGate = lazyScreen(
  async () => (await import('./watch-gate.tsx')).WatchGate,
  () => <div className="h-11" />,
);
