import { Link } from '@tanstack/react-router';
import type { MailSummary } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Skeleton } from '@touchline/ui';
import { rowProps, useAddressedRow } from '../../lists/list-row.ts';
import { localTime } from '../../localisation/local-time.ts';
import type { MailSearch } from './mail-search.ts';
import { StateBadge } from './state-badge.tsx';
import './mail-list.css';

interface MailListProps {
  readonly channel: string;
  readonly search: MailSearch;
  readonly mails: readonly MailSummary[];
}

export function MailList({ channel, search, mails }: MailListProps) {
  const t = useConsoleT();
  const locale = useLocale();
  useAddressedRow(mails.length > 0);
  return (
    <ul aria-label={t('mailLog.list')} className="mail-list">
      {mails.map((mail) => (
        <li key={mail.id} {...rowProps(mail.id)}>
          <Link to="/$channel/mails/$mail" params={{ channel, mail: mail.id }} search={search} className="mail-row">
            <span className="mail-subject">{mail.subject}</span>
            <span className="mail-to">{mail.to}</span>
            <StateBadge state={mail.state} />
            <time dateTime={new Date(mail.created_at * 1000).toISOString()} className="mail-time">
              {localTime(mail.created_at, locale)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function MailListSkeleton() {
  const t = useConsoleT();
  return (
    <div aria-busy className="mt-6 grid gap-2">
      <output className="sr-only">{t('console.loading')}</output>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
