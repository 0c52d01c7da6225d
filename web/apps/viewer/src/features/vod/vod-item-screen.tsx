import type { VodCategory, VodItem } from '@touchline/api';
import { formatDuration, useContentT, useLocale } from '@touchline/i18n';
import { MEDIA, mediaUrl } from '@touchline/player';
import { buttonClass, ErrorState, Skeleton } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useAppContext } from '../../channel/channel.ts';
import { allLocalised, localised } from '../../localisation/localised.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { isMissing } from '../../queries/queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useRegion } from '../../region/use-region.ts';
import { mediaOf } from '../../playback/details.ts';
import { useVodLook, type VodLook } from './use-vod-look.ts';
import { vodAccessLabel } from './vod-access.ts';
import { VodCard } from './vod-card.tsx';
import { relatedVodQuery, vodCategoriesQuery, vodItemQuery } from './vod-queries.ts';
import { VodStage } from './vod-stage.tsx';
import { formatDate } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { LazyGate, LazyPlayer, LazyRegionStage } from '../../playback/lazy-player.tsx';
import '../../rail/rail.css';
import '../../playback/watch-page.css';

/** One video of the library: the stage, what is known of it, and others like it. */
export function VodItemScreen() {
  const t = useContentT();
  const locale = useLocale();
  const context = useAppContext();
  const { id } = useParams({ from: '/vod_library/$id' });
  const { data, error, refetch } = useQuery(vodItemQuery(context, id), queryClient);
  const known = useQuery(vodCategoriesQuery(context), queryClient);
  // Without them the page is still worth showing.
  const categories = known.data ? allLocalised(known.data, locale) : known.isError ? [] : undefined;
  const look = useVodLook(categories ?? []);
  usePageTitle(t('vod.screen'), data && localised(data, 'title', locale));
  if (isMissing(error)) return <Navigate to="/404" replace />;
  if (!data) {
    return (
      <div className="watch">
        {error ? (
          <div className="p-(--gutter) lg:p-0">
            <ErrorState text={t('vod.itemError')} onRetry={() => void refetch()} />
          </div>
        ) : (
          <ItemSkeleton />
        )}
      </div>
    );
  }
  return (
    <div className="watch">
      <Item item={data} categories={categories} look={look} />
      <Related item={data} look={look} />
    </div>
  );
}

interface ItemProps {
  readonly item: VodItem;
  /** Undefined while they are on their way. */
  readonly categories: readonly VodCategory[] | undefined;
  readonly look: VodLook;
}

function Item({ item, categories, look }: ItemProps) {
  const t = useContentT();
  const locale = useLocale();
  const { blocked, country } = useRegion();
  const own = (categories ?? []).filter(({ id }) => item.category_ids.includes(id));
  const description = localised(item, 'description', locale);
  return (
    <article className="min-w-0">
      {blocked ? (
        <LazyRegionStage country={country} />
      ) : mediaUrl(mediaOf(item), MEDIA.vod) ? (
        <LazyPlayer
          key={item.id}
          content={{ type: 'vod', id: item.id }}
          title={localised(item, 'title', locale)}
          poster={mediaUrl(mediaOf(item), MEDIA.image)}
        />
      ) : (
        <VodStage item={item} category={look.categoryOf(item)} colours={look.colours}>
          <LazyGate lock="pass" />
        </VodStage>
      )}
      <div className="watch-text">
        <h1 className="text-[2rem] leading-9 wrap-break-word md:text-[2.25rem] md:leading-10">
          {localised(item, 'title', locale)}
        </h1>
        <p className="mt-2 flex flex-wrap gap-x-1.5 text-muted tabular-nums">
          <time dateTime={new Date(item.date * 1000).toISOString()}>{formatDate(item.date, viewerZone(), locale)}</time>
          {item.duration !== null && (
            <>
              <span aria-hidden>·</span>
              <span>
                <span className="sr-only">{t('card.duration')} </span>
                {formatDuration(item.duration)}
              </span>
            </>
          )}
          <span aria-hidden>·</span>
          <span>{t(vodAccessLabel(item))}</span>
        </p>
        {!categories && item.category_ids.length > 0 && <Skeleton className="mt-4 h-9 w-32 rounded-full" />}
        {own.length > 0 && (
          <ul aria-label={t('vod.categories')} className="mt-4 flex flex-wrap gap-2">
            {own.map(({ id, alias, title }) => (
              <li key={id}>
                <Link to="/vod_library" search={{ category: alias }} className={buttonClass('secondary', 'small')}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {description && (
          <p className="mt-6 max-w-[68ch] leading-relaxed text-pretty whitespace-pre-line">{description}</p>
        )}
        <RouterButton to="/vod_library" variant="quiet" size="small" className="mt-6 -ms-4">
          <ArrowLeft aria-hidden size={16} />
          {t('vod.title')}
        </RouterButton>
      </div>
    </article>
  );
}

function Related({ item, look }: { readonly item: VodItem; readonly look: VodLook }) {
  const t = useContentT();
  const { data } = useQuery(relatedVodQuery(useAppContext(), item.category_ids[0]), queryClient);
  const others = data?.items.filter(({ id }) => id !== item.id).slice(0, 6) ?? [];
  if (others.length === 0) return null;
  return (
    <aside aria-label={t('vod.related')} className="min-w-0 pt-10 lg:pt-0">
      <h2 className="mb-3 px-(--gutter) text-[1.5rem] leading-8 lg:px-0">{t('vod.related')}</h2>
      <ul className="rail related" key={item.id}>
        {others.map((other) => (
          <li key={other.id}>
            <VodCard item={other} category={look.categoryOf(other)} colours={look.colours} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function ItemSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="stage" />
      <div className="watch-text grid gap-4">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-6 w-2/5" />
      </div>
    </div>
  );
}
