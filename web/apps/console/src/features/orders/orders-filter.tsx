import { Link, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { Button, classNames } from '@touchline/ui';
import type { FormEvent } from 'react';
import { fieldText } from '../../app/field-text.ts';
import type { OrdersSearch } from './orders-search.ts';

interface OrdersFilterProps {
  readonly channel: string;
  readonly search: OrdersSearch;
}

/** The orders by their buyer or number, and those whose refund failed. */
export function OrdersFilter({ channel, search }: OrdersFilterProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const { find, refund } = search;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = fieldText(event.currentTarget, 'find').trim();
    void navigate({
      to: '/$channel/orders',
      params: { channel },
      search: { ...(typed && { find: typed }), ...(refund && { refund }) },
    });
  };
  const choices = [
    { refund: undefined, label: t('orders.all') },
    { refund: 'failed', label: t('orders.refundFailed') },
  ] as const;
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
      <ul aria-label={t('orders.shown')} className="flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <li key={choice.label}>
            <Link
              to="/$channel/orders"
              params={{ channel }}
              search={{ ...(find && { find }), ...(choice.refund && { refund: choice.refund }) }}
              aria-current={choice.refund === refund ? 'true' : undefined}
              // The router calls a link to this very page the current one, which says less.
              activeProps={{ 'aria-current': choice.refund === refund ? 'true' : undefined }}
              className={classNames('state-link', choice.refund === refund && 'state-link-chosen')}
            >
              {choice.label}
            </Link>
          </li>
        ))}
      </ul>
      <form role="search" className="flex min-w-0 flex-1 basis-72 items-end gap-2 sm:max-w-md" onSubmit={submit}>
        <div className="min-w-0 flex-1">
          <label htmlFor="orders-find" className="text-sm font-medium">
            {t('orders.search')}
          </label>
          <input
            // Made anew when the address changes by other means.
            key={find ?? ''}
            id="orders-find"
            name="find"
            type="search"
            defaultValue={find ?? ''}
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
