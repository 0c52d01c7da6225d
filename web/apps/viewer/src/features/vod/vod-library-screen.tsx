import { useLocale, useContentT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { allLocalised } from '../../localisation/localised.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { queryClient } from '../../queries/query-client.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { StaticNotices } from '../../rich-text/static-blocks.tsx';
import { CategoryChips } from './category-chips.tsx';
import { withTitle } from './library-search.ts';
import { SearchBox } from './search-box.tsx';
import { useVodLook } from './use-vod-look.ts';
import { vodCategoriesQuery } from './vod-queries.ts';
import { VodList, VodListSkeleton } from './vod-library-list.tsx';
import { VodRails } from './vod-library-rails.tsx';

/** Few ever see it. */
const RegionBanner = lazy(async () => ({
  default: (await import('../../region/region-message.tsx')).RegionBanner,
}));

/** The channel's videos: in rails, or narrowed to a category, to a title, or to both. */
export function VodLibraryScreen() {
  const t = useContentT();
  const locale = useLocale();
  const navigate = useNavigate({ from: '/vod_library' });
  const search = useSearch({ from: '/vod_library' });
  const { data, error, refetch } = useQuery(vodCategoriesQuery(useAppContext()), queryClient);
  const blocked = useSession(({ user }) => user?.is_geo_blocked ?? false);
  const categories = data && allLocalised(data, locale);
  const look = useVodLook(categories ?? []);
  const category = categories?.find(({ alias }) => alias === search.category);
  usePageTitle(t('vod.screen'), category?.title);

  const { category: wanted, title = '' } = search;
  const find = (next: string) => void navigate({ search: withTitle(search, next), replace: true, resetScroll: false });

  return (
    <div className="pt-6 md:pt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 px-(--gutter)">
        <h1 className="text-[2.25rem] leading-10">{t('vod.title')}</h1>
        <SearchBox title={title} onSearch={find} />
      </div>
      <div className="mt-2">
        <CategoryChips categories={error && !data ? [] : categories} search={search} />
      </div>
      {blocked && (
        <div className="px-(--gutter) pt-3">
          <Suspense>
            <RegionBanner country={null} />
          </Suspense>
        </div>
      )}
      {!wanted && !title && <StaticNotices place="vod" className="pt-3" />}
      <div className="grid grid-cols-1 gap-8 pt-5 md:gap-10 md:pt-6">
        {!wanted && !title ? (
          <VodRails categories={categories ?? []} look={look} />
        ) : !wanted || category ? (
          <VodList key={wanted} category={category} title={title} look={look} />
        ) : categories ? (
          <div className="px-(--gutter)">
            <EmptyState
              icon={<SearchX aria-hidden size={32} />}
              title={t('vod.unknownCategory')}
              text={t('vod.unknownCategoryText')}
            >
              <RouterButton to="/vod_library" search={{}}>
                {t('vod.showAll')}
              </RouterButton>
            </EmptyState>
          </div>
        ) : error ? (
          <div className="px-(--gutter)">
            <ErrorState text={t('vod.error')} onRetry={() => void refetch()} />
          </div>
        ) : (
          <VodListSkeleton />
        )}
      </div>
    </div>
  );
}
