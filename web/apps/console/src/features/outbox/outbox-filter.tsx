import { Link, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { Button, classNames } from '@touchline/ui';
import type { FormEvent } from 'react';
import { fieldText } from '../../app/field-text.ts';
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
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = fieldText(event.currentTarget, 'to').trim();
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
      <form role="search" className="flex min-w-0 flex-1 basis-72 items-end gap-2 sm:max-w-md" onSubmit={find}>
        <div className="min-w-0 flex-1">
          <label htmlFor="outbox-to" className="text-sm font-medium">
            {t('outbox.search')}
          </label>
          <input
            // Made anew when the address changes by other means.
            key={to ?? ''}
            id="outbox-to"
            name="to"
            type="search"
            inputMode="email"
            defaultValue={to ?? ''}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            className="field mt-1.5"
          />
        </div>
        <Button type="submit" variant="secondary" className="min-h-11">
          {t('outbox.submitSearch')}
        </Button>
      </form>
    </div>
  );
}
