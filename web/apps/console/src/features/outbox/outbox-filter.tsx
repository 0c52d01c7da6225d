import { Link, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { SearchForm } from '../../forms/search-form.tsx';
import { MAIL_STATES, type OutboxSearch } from './outbox-search.ts';
import { STATE_NAMES } from './state-names.ts';

interface OutboxFilterProps {
  readonly channel: string;
  readonly search: OutboxSearch;
}

/** The mails by how far they have come, and by whom they are to. */
export function OutboxFilter({ channel, search }: OutboxFilterProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const { to } = search;
  const find = (typed: string) => {
    const { state } = search;
    void navigate({
      to: '/$channel/outbox',
      params: { channel },
      search: { ...(state && { state }), ...(typed && { to: typed }) },
    });
  };
  const states = [undefined, ...MAIL_STATES];
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
      <ul aria-label={t('outbox.state')} className="flex flex-wrap gap-1.5">
        {states.map((state) => (
          <li key={state ?? 'all'}>
            <Link
              to="/$channel/outbox"
              params={{ channel }}
              search={{ ...(state && { state }), ...(to && { to }) }}
              aria-current={state === search.state ? 'true' : undefined}
              // The router calls a link to this very page the current one, which says less.
              activeProps={{ 'aria-current': state === search.state ? 'true' : undefined }}
              className={classNames('state-link', state === search.state && 'state-link-chosen')}
            >
              {t(state ? STATE_NAMES[state] : 'outbox.all')}
            </Link>
          </li>
        ))}
      </ul>
      <SearchForm id="outbox-to" label={t('outbox.search')} value={to} inputMode="email" onFind={find} />
    </div>
  );
}
