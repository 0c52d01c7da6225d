import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState, ErrorState } from '@touchline/ui';
import { useChannel } from '../../session/session.ts';
import { MailList, MailListSkeleton } from './mail-list.tsx';
import { mailsQuery } from './mail-queries.ts';
import { MailFilter } from './mail-filter.tsx';
import { Pager } from './pager.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** The channel's mails with recipient, subject and state. */
export function MailLogScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('mailLog.title')}</h1>
      {channel.may.includes('see_mails') ? (
        <MailLog channel={channel} />
      ) : (
        <div className="mt-6">
          <EmptyState title={t('mailLog.notForRole')} text={t('mailLog.notForRoleText')} />
        </div>
      )}
    </>
  );
}

function MailLog({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const search = useSearch({ from: '/$channel/mails' });
  const { data, isPending, isError, refetch } = useQuery(mailsQuery(channel.id, search));
  const narrowed = search.state !== undefined || search.to !== undefined || search.page !== undefined;
  return (
    <>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('mailLog.text')}</p>
      <MailFilter channel={channel.alias} search={search} />
      {isPending && <MailListSkeleton />}
      {isError && !data && (
        <div className="mt-6">
          <ErrorState text={t('mailLog.error')} onRetry={() => void refetch()} />
        </div>
      )}
      {data && data.mails.length > 0 && (
        <>
          <MailList channel={channel.alias} search={search} mails={data.mails} />
          <Pager channel={channel.alias} search={search} shown={data.mails.length} total={data.total} />
        </>
      )}
      {data?.mails.length === 0 && (
        <div className="mt-6">
          {narrowed ? (
            <EmptyState title={t('mailLog.nothing')} text={t('mailLog.nothingText')}>
              <Link
                to="/$channel/mails"
                params={{ channel: channel.alias }}
                search={{}}
                className={buttonClass('secondary')}
              >
                {t('mailLog.clear')}
              </Link>
            </EmptyState>
          ) : (
            <EmptyState title={t('mailLog.empty')} text={t('mailLog.emptyText')} />
          )}
        </div>
      )}
    </>
  );
}
