import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { AddHostForm } from './add-host-form.tsx';
import { hostsQuery } from './channel-queries.ts';
import { HostRow } from './host-row.tsx';
import '../../lists/list.css';

/** The hosts that the channel is served at. */
export function HostsSection({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data: hosts, isPending, refetch } = useQuery(hostsQuery(channel.id));
  return (
    <section aria-labelledby="hosts">
      <h2 id="hosts" className="text-xl leading-7">
        {t('channel.hosts')}
      </h2>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('channel.hostsText')}</p>
      {isPending && (
        <div aria-busy className="mt-4">
          <output className="sr-only">{t('console.loading')}</output>
          <Skeleton className="h-32" />
        </div>
      )}
      {!isPending && !hosts && (
        <div className="mt-4">
          <ErrorState text={t('channel.hostsError')} onRetry={() => void refetch()} />
        </div>
      )}
      {hosts && (
        <>
          <ul aria-label={t('channel.hosts')} className="list">
            {hosts.map((host, place) => (
              <HostRow key={host} channel={channel} host={host} isMain={place === 0} isLast={hosts.length === 1} />
            ))}
          </ul>
          <AddHostForm channel={channel.id} />
        </>
      )}
    </section>
  );
}
