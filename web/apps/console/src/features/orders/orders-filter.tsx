import { Link, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { SearchForm } from '../../forms/search-form.tsx';
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
  const look = (typed: string) =>
    void navigate({
      to: '/$channel/orders',
      params: { channel },
      search: { ...(typed && { find: typed }), ...(refund && { refund }) },
    });
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
      <SearchForm id="orders-find" label={t('orders.search')} value={find} onFind={look} />
    </div>
  );
}
