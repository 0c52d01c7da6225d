import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { rowsQuery } from '../../resource/resource-queries.ts';
import { ProviderIdEntry } from './provider-id-entry.tsx';
import { providerIdsQuery } from './provider-ids.ts';
import { settings } from './settings.ts';

/** The saved ids with their secrets, each with a check that asks its provider. */
export function ProviderIdsSection({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const version = useQuery(rowsQuery(channel.id, settings)).data?.[0]?.version;
  const { data, isPending, refetch } = useQuery({
    ...providerIdsQuery(channel.id, version),
    enabled: version !== undefined,
  });
  if (version === undefined) return null;
  const entered = data?.flatMap((item) => (item.id === null ? [] : [{ ...item, id: item.id }])) ?? [];
  return (
    <section aria-labelledby="provider-ids" className="mt-8 max-w-2xl">
      <h2 id="provider-ids" className="text-xl leading-7">
        {t('ids.title')}
      </h2>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('ids.text')}</p>
      {isPending && (
        <div aria-busy className="mt-5">
          <output className="sr-only">{t('console.loading')}</output>
          <Skeleton className="h-24" />
        </div>
      )}
      {!isPending && !data && (
        <div className="mt-5">
          <ErrorState text={t('ids.error')} onRetry={() => void refetch()} />
        </div>
      )}
      {data && entered.length === 0 && <p className="mt-5 text-muted">{t('ids.none')}</p>}
      {entered.length > 0 && (
        <ul aria-labelledby="provider-ids" className="mt-5 grid gap-3">
          {entered.map((item) => (
            <ProviderIdEntry key={`${item.kind} ${item.id}`} channel={channel.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}
