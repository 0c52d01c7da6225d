import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { auditCsvUrl, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { Download } from 'lucide-react';
import { useAddressedRow } from '../../lists/list-row.ts';
import { auditLogQuery } from './audit-queries.ts';
import { AuditRow } from './audit-row.tsx';
import { auditQuery, type AuditSearch, isNarrowed } from './audit-search.ts';
import '../../lists/list.css';

interface AuditListProps {
  readonly channel: OperatorChannel;
  readonly search: AuditSearch;
}

/** The entries, the newest first, and the way to take them along. */
export function AuditList({ channel, search }: AuditListProps) {
  const t = useConsoleT();
  const { data, isPending, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(auditLogQuery(channel.id, search));
  useAddressedRow(data !== undefined);
  if (isPending) {
    return (
      <div aria-busy className="mt-6 grid gap-2">
        <output className="sr-only">{t('console.loading')}</output>
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  }
  if (!data) {
    return (
      <div className="mt-6">
        <ErrorState text={t('audit.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  const entries = data.pages.flatMap((page) => page.data);
  const timeZone = data.pages[0]?.meta.time_zone ?? 'UTC';
  if (entries.length === 0) {
    return (
      <div className="mt-6">
        {isNarrowed(search) ? (
          <EmptyState title={t('audit.nothing')} text={t('audit.nothingText')}>
            <Link
              to="/$channel/audit"
              params={{ channel: channel.alias }}
              search={{}}
              className={buttonClass('secondary')}
            >
              {t('audit.clear')}
            </Link>
          </EmptyState>
        ) : (
          <EmptyState title={t('audit.empty')} text={t('audit.emptyText')} />
        )}
      </div>
    );
  }
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm text-muted">
        <p>{t('audit.zone', { zone: timeZone })}</p>
        <a
          href={auditCsvUrl(channel.id, auditQuery(search))}
          download
          title={t('audit.exportHint')}
          className={buttonClass('secondary', 'small', 'min-h-11')}
        >
          <Download aria-hidden size={16} />
          {t('audit.export')}
        </a>
      </div>
      <ul aria-label={t('audit.list')} className="list">
        {entries.map((entry) => (
          <AuditRow key={entry.id} channel={channel.alias} search={search} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
      {isFetchNextPageError && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {t('audit.moreError')}
        </p>
      )}
      {hasNextPage && (
        <Button variant="secondary" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}
