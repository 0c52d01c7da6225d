import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { sessionQuery } from '../../session/session.ts';
import { serverChannelsQuery } from './channel-queries.ts';
import { DeletedChannels } from './deleted-channels.tsx';
import { ServerChannelRow } from './server-channel-row.tsx';
import '../../lists/list.css';

/** Every channel of the server, for its administrators. */
export function ChannelsScreen() {
  const t = useConsoleT();
  const isAdministrator = useSuspenseQuery(sessionQuery).data.operator?.is_administrator === true;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('channels.title')}</h1>
      {isAdministrator ? (
        <>
          <div className="mt-4 flex flex-wrap gap-2">
            <Link to="/channels/new" className={buttonClass('primary', 'medium', 'min-h-11')}>
              {t('channels.new')}
            </Link>
            <Link to="/channels/import" className={buttonClass('secondary', 'medium', 'min-h-11')}>
              {t('channels.import')}
            </Link>
          </div>
          <ChannelList />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('team.notForRole')} text={t('channels.notForRoleText')} />
        </div>
      )}
    </>
  );
}

function ChannelList() {
  const t = useConsoleT();
  const { data: channels, isPending, refetch } = useQuery(serverChannelsQuery);
  if (isPending) {
    return (
      <div aria-busy className="mt-6 grid gap-2">
        <output className="sr-only">{t('console.loading')}</output>
        {Array.from({ length: 3 }, (_, row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  }
  if (!channels) {
    return (
      <div className="mt-6">
        <ErrorState text={t('channels.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  const deleted = channels.filter(({ deleted_at: deletedAt }) => deletedAt !== null);
  return (
    <>
      {deleted.length === channels.length ? (
        <div className="mt-6">
          <EmptyState title={t('channels.none')} text={t('channels.newText')} />
        </div>
      ) : (
        <ul aria-label={t('channels.title')} className="list">
          {channels
            .filter(({ deleted_at: deletedAt }) => deletedAt === null)
            .map((channel) => (
              <ServerChannelRow key={channel.id} channel={channel} />
            ))}
        </ul>
      )}
      {deleted.length > 0 && <DeletedChannels channels={deleted} />}
    </>
  );
}
