import type { VodCategory } from '@touchline/api';
import { useLocale, useContentT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { useAppContext } from '../../channel/channel.ts';
import { allLocalised } from '../../localisation/localised.ts';
import { queryClient } from '../../queries/query-client.ts';
import { railCategory } from './rail-category.ts';
import type { VodLook } from './use-vod-look.ts';
import { vodRailsQuery } from './vod-queries.ts';
import { VodRailRow, VodRailSkeleton } from './vod-rail-row.tsx';
import { VodList } from './vod-library-list.tsx';

interface VodRailsProps {
  readonly categories: readonly VodCategory[];
  readonly look: VodLook;
}

/** The front of the library: the channel's rails, then everything there is. */
export function VodRails({ categories, look }: VodRailsProps) {
  const t = useContentT();
  const locale = useLocale();
  const { data, error, refetch } = useQuery(vodRailsQuery(useAppContext()), queryClient);
  if (!data && error) {
    return (
      <div className="px-(--gutter)">
        <ErrorState text={t('vod.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true" className="contents">
        <VodRailSkeleton />
        <VodRailSkeleton />
        <VodRailSkeleton />
      </div>
    );
  }
  const rails = allLocalised(data, locale).filter(({ vod_media_items }) => vod_media_items.length > 0);
  return (
    <>
      {rails.map((rail) => (
        <VodRailRow key={rail.id} rail={rail} whole={railCategory(rail, categories)} look={look} />
      ))}
      <VodList category={undefined} title="" look={look} />
    </>
  );
}
