import type { PageLink } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { ErrorState, pictureSources, Skeleton } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useAppContext } from '../../channel/channel.ts';
import { useAddressedPage } from './own-page.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { isMissing, pageQuery } from '../../queries/queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { RichText } from '../../rich-text/rich-text.tsx';
import { useLocalised } from '../../localisation/use-localised.ts';
import './reading.css';

/** A page that the channel's operator wrote; removed, it leads where its address would lead now. */
export function ChannelPageScreen() {
  const page = useAddressedPage();
  return page ? <OwnPage page={page} /> : <Navigate to="/404" replace />;
}

function OwnPage({ page }: { readonly page: PageLink }) {
  const t = useContentT();
  const words = useLocalised();
  const { data, error, refetch } = useQuery(pageQuery(useAppContext(), page.alt_name), queryClient);
  const name = words(page, 'name');
  usePageTitle('', name);
  if (isMissing(error)) return <Navigate to="/404" replace />;
  return (
    <article className="reading">
      {data?.image && (
        <img
          {...pictureSources(data.image)}
          sizes="(min-width: 64rem) 60rem, 100vw"
          alt=""
          width={1280}
          height={549}
          className="mb-8 aspect-21/9 w-full rounded-sheet bg-surface object-cover"
        />
      )}
      <h1 className="text-[2.25rem] leading-10 wrap-break-word">{name}</h1>
      <div className="mt-6">
        {data ? (
          <RichText html={words(data, 'content')} className="max-w-[68ch]" />
        ) : error ? (
          <ErrorState text={t('page.error')} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true" className="grid gap-3">
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-11/12" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        )}
      </div>
    </article>
  );
}
