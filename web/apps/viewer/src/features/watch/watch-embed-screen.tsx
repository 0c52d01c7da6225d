import { useContentT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { Navigate, useParams } from '@tanstack/react-router';
import { sportName, useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { isMissing } from '../../queries/queries.ts';
import { useRegion } from '../../region/use-region.ts';
import { eventTitle } from '../../events/event-title.ts';
import { EmbedFrame } from '../../playback/embed-frame.tsx';
import { LazyLiveAnnouncer } from './lazy-parts.tsx';
import { stageKind } from './stage-kind.ts';
import { useGame } from './use-game.ts';
import { WatchStage } from './watch-stage.tsx';

/** The player and nothing else, for a frame on another site. */
export function WatchEmbedScreen() {
  const t = useContentT();
  const { id } = useParams({ from: '/watch_embed/$id' });
  const { event_categories: categories } = useChannel().bootstrap;
  const { data, error, refetch } = useGame(id);
  const region = useRegion();
  usePageTitle(t('watch.title'), data && eventTitle(data));
  if (isMissing(error)) return <Navigate to="/404" replace />;
  const onStale = () => void refetch();
  return (
    <EmbedFrame>
      {data && <h1 className="sr-only">{eventTitle(data)}</h1>}
      {data ? (
        <WatchStage
          event={data}
          kind={stageKind(data, region.blocked)}
          sport={sportName(categories, data)}
          country={region.country}
          onStale={onStale}
          framed
        />
      ) : (
        error && <ErrorState text={t('watch.error')} onRetry={onStale} />
      )}
      <LazyLiveAnnouncer />
    </EmbedFrame>
  );
}
