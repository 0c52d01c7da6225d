import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { auditCsvUrl, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState } from '@touchline/ui';
import { Download } from 'lucide-react';
import { ListFrame } from '../../lists/list-frame.tsx';
import { useAddressedRow } from '../../lists/list-row.ts';
import { auditLogQuery } from './audit-queries.ts';
import { AuditRow } from './audit-row.tsx';
import { auditQuery, type AuditSearch, isNarrowed } from './audit-search.ts';

interface AuditListProps {
  readonly channel: OperatorChannel;
  readonly search: AuditSearch;
}

/** The entries, the newest first, and the way to take them along. */
export function AuditList({ channel, search }: AuditListProps) {
  const t = useConsoleT();
  const query = useInfiniteQuery(auditLogQuery(channel.id, search));
  const pages = query.data?.pages ?? [];
  useAddressedRow(query.data !== undefined);
  const entries = pages.flatMap((page) => page.data);
  const timeZone = pages[0]?.meta.time_zone ?? 'UTC';
  const empty = isNarrowed(search) ? (
    <EmptyState title={t('audit.nothing')} text={t('audit.nothingText')}>
      <Link to="/$channel/audit" params={{ channel: channel.alias }} search={{}} className={buttonClass('secondary')}>
        {t('audit.clear')}
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title={t('audit.empty')} text={t('audit.emptyText')} />
  );
  return (
    <ListFrame query={query} error={t('audit.error')} empty={entries.length === 0 && empty}>
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
    </ListFrame>
  );
}
