import { Link, useNavigate } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { SearchForm } from '../../forms/search-form.tsx';
import { STATES } from './order-state.tsx';
import { ORDER_STATUSES, ordersSearch, type OrdersSearch } from './orders-search.ts';

interface OrdersFilterProps {
  readonly channel: string;
  readonly search: OrdersSearch;
}

/** The orders by their buyer, number or card, by their state, and those whose refund failed. */
export function OrdersFilter({ channel, search }: OrdersFilterProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const { find, refund, status, sort } = search;
  const kept = { ...(find !== undefined && { find }), ...(sort && { sort }) };
  const look = (typed: string) =>
    void navigate({
      to: '/$channel/orders',
      params: { channel },
      search: ordersSearch({ ...search, find: typed, sheet: undefined }),
    });
  const choices = [
    { key: 'all', search: kept, label: t('orders.all'), isChosen: !refund && !status },
    ...ORDER_STATUSES.map((one) => ({
      key: one,
      search: { ...kept, status: one },
      label: t(STATES[one].name),
      isChosen: status === one,
    })),
    {
      key: 'refund',
      search: { ...kept, refund: 'failed' as const },
      label: t('orders.refundFailed'),
      isChosen: refund !== undefined,
    },
  ];
  return (
    <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
      <ul aria-label={t('orders.shown')} className="flex flex-wrap gap-1.5">
        {choices.map(({ key, search: narrowed, label, isChosen }) => (
          <li key={key}>
            <Link
              to="/$channel/orders"
              params={{ channel }}
              search={narrowed}
              aria-current={isChosen ? 'true' : undefined}
              // The router calls a link to this very page the current one, which says less.
              activeProps={{ 'aria-current': isChosen ? 'true' : undefined }}
              className={classNames('state-link', isChosen && 'state-link-chosen')}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <SearchForm id="orders-find" label={t('orders.search')} value={find} onFind={look} />
    </div>
  );
}
