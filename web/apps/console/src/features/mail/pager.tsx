import { Link } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass } from '@touchline/ui';
import { type MailSearch, PAGE_SIZE, rangeOf } from './mail-search.ts';

interface PagerProps {
  readonly channel: string;
  readonly search: MailSearch;
  readonly shown: number;
  readonly total: number;
}

export function Pager({ channel, search, shown, total }: PagerProps) {
  const t = useConsoleT();
  const { page = 1, ...rest } = search;
  const { from, to } = rangeOf(page, shown);
  const look = buttonClass('secondary', 'small');
  const at = (other: number) => ({ ...rest, ...(other > 1 && { page: other }) });
  return (
    <nav aria-label={t('mailLog.pages')} className="mt-4 flex flex-wrap items-center gap-3 text-sm text-muted">
      <p className="me-auto tabular-nums">{t('mailLog.range', { from, to, total })}</p>
      {page > 1 && (
        <Link to="/$channel/mails" params={{ channel }} search={at(page - 1)} className={look}>
          {t('mailLog.newer')}
        </Link>
      )}
      {page * PAGE_SIZE < total && (
        <Link to="/$channel/mails" params={{ channel }} search={at(page + 1)} className={look}>
          {t('mailLog.older')}
        </Link>
      )}
    </nav>
  );
}
