import { useT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouteContext } from '@tanstack/react-router';
import { useAppContext } from '../app/channel.ts';
import { usePageTitle } from '../app/page-title.ts';
import { isMissing, pageQuery } from '../app/queries.ts';
import { queryClient } from '../app/query-client.ts';
import { TrustedHtml } from '../app/trusted-html.tsx';

/** A page that the channel's operator wrote. */
export function ChannelPageScreen() {
  const t = useT();
  const { page } = useRouteContext({ from: '/$' });
  const { data, error, refetch } = useQuery(pageQuery(useAppContext(), page.alt_name), queryClient);
  usePageTitle('', page.name);
  if (isMissing(error)) return <Navigate to="/404" replace />;
  return (
    <article className="reading">
      <h1 className="text-[2.25rem] leading-10">{page.name}</h1>
      <div className="mt-6">
        {data ? (
          <TrustedHtml html={data.content} className="rich-text max-w-[68ch]" />
        ) : error ? (
          <ErrorState text={t('page.error')} onRetry={() => void refetch()} />
        ) : (
          <div className="grid gap-3">
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
