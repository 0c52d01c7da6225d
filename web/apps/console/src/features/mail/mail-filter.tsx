import { Link, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { SearchForm } from '../../forms/search-form.tsx';
import { MAIL_STATES, type MailSearch } from './mail-search.ts';
import { STATE_NAMES } from './state-names.ts';

interface MailFilterProps {
  readonly channel: string;
  readonly search: MailSearch;
}

/** The mails by state and recipient. */
export function MailFilter({ channel, search }: MailFilterProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const { to } = search;
  const find = (typed: string) => {
    const { state } = search;
    void navigate({
      to: '/$channel/mails',
      params: { channel },
      search: { ...(state && { state }), ...(typed && { to: typed }) },
    });
  };
  const states = [undefined, ...MAIL_STATES];
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
      <ul aria-label={t('mailLog.state')} className="flex flex-wrap gap-1.5">
        {states.map((state) => (
          <li key={state ?? 'all'}>
            <Link
              to="/$channel/mails"
              params={{ channel }}
              search={{ ...(state && { state }), ...(to && { to }) }}
              aria-current={state === search.state ? 'true' : undefined}
              // The router calls a link to this very page the current one, which says less.
              activeProps={{ 'aria-current': state === search.state ? 'true' : undefined }}
              className={classNames('state-link', state === search.state && 'state-link-chosen')}
            >
              {t(state ? STATE_NAMES[state] : 'mailLog.all')}
            </Link>
          </li>
        ))}
      </ul>
      <SearchForm id="mail-to" label={t('mailLog.search')} value={to} inputMode="email" onFind={find} />
    </div>
  );
}
