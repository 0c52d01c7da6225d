import type { VodCategory } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Clapperboard, SearchX } from 'lucide-react';
import { useAppContext } from '../../channel/channel.ts';
import { queryClient } from '../../queries/query-client.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import type { VodLook } from './use-vod-look.ts';
import { VodGrid, VodGridSkeleton } from './vod-grid.tsx';
import { loadedItems, vodListQuery } from './vod-queries.ts';

interface VodListProps {
  /** Undefined for all of them. */
  readonly category: VodCategory | undefined;
  /** Empty for any. */
  readonly title: string;
  readonly look: VodLook;
}

/** Videos by category and title: how many there are, and a page of them after the other. */
export function VodList({ category, title, look }: VodListProps) {
  const t = useContentT();
  const options = vodListQuery(useAppContext(), { categoryId: category?.id, title });
  const { data, error, refetch, fetchNextPage, ...state } = useInfiniteQuery(options, queryClient);
  const total = data?.pages[0]?.total ?? 0;
  const heading = title ? t('vod.found', { text: title }) : (category?.title ?? t('vod.allVideos'));
  return (
    <section aria-label={heading} className="grid gap-5 px-(--gutter)">
      <div className="flex min-h-8 flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-[1.5rem] leading-8 wrap-break-word md:text-[1.75rem]">{heading}</h2>
        <p role="status" className={total > 0 ? 'text-sm text-muted tabular-nums' : 'sr-only'}>
          {data && !state.isPlaceholderData && t('vod.count', { count: total })}
        </p>
      </div>
      {!data && error ? (
        <ErrorState text={t('vod.error')} onRetry={() => void refetch()} />
      ) : !data ? (
        <VodGridSkeleton />
      ) : total === 0 ? (
        <NoVideos category={category} title={title} />
      ) : (
        <VodGrid
          items={loadedItems(data.pages)}
          total={total}
          look={look}
          busy={state.isPlaceholderData}
          more={
            state.isFetchingNextPage
              ? 'loading'
              : state.isFetchNextPageError
                ? 'failed'
                : state.hasNextPage
                  ? 'ready'
                  : 'none'
          }
          onMore={() => void fetchNextPage()}
        />
      )}
    </section>
  );
}

function NoVideos({ category, title }: Omit<VodListProps, 'look'>) {
  const t = useContentT();
  if (title) {
    return (
      <EmptyState icon={<SearchX aria-hidden size={32} />} title={t('vod.noResults')} text={t('vod.noResultsText')}>
        {category && (
          <RouterButton to="/vod_library" search={{ title }} variant="secondary">
            {t('vod.searchAll')}
          </RouterButton>
        )}
        <RouterButton to="/vod_library" search={{}}>
          {t('vod.showAll')}
        </RouterButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Clapperboard aria-hidden size={32} />} title={t('vod.empty')} text={t('vod.emptyText')}>
      {category ? (
        <RouterButton to="/vod_library" search={{}}>
          {t('vod.showAll')}
        </RouterButton>
      ) : (
        <RouterButton to="/">{t('notFound.home')}</RouterButton>
      )}
    </EmptyState>
  );
}

/** Stands in while it is not known yet which category the address means. */
export function VodListSkeleton() {
  return (
    <div className="grid gap-5 px-(--gutter)">
      <Skeleton className="h-8 w-48" />
      <VodGridSkeleton />
    </div>
  );
}
