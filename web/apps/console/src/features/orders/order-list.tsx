import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type OperatorChannel, ordersCsvUrl } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState } from '@touchline/ui';
import { Download } from 'lucide-react';
import { DataTable } from '../../lists/data-table.tsx';
import { ListFrame } from '../../lists/list-frame.tsx';
import { useOrderColumns } from './order-columns.tsx';
import { ordersQuery } from './orders-query.ts';
import { isNarrowed, ordersAsked, ordersSearch, type OrdersSearch } from './orders-search.ts';

interface OrderListProps {
  readonly channel: OperatorChannel;
  readonly search: OrdersSearch;
}

/** What was bought, and the way to send the money back. */
export function OrderList({ channel, search }: OrderListProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const query = useInfiniteQuery(ordersQuery(channel.id, search));
  const columns = useOrderColumns(channel, search);
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? [];
  const empty = isNarrowed(search) ? (
    <EmptyState title={t('orders.nothing')} text={t('orders.nothingText')}>
      <Link to="/$channel/orders" params={{ channel: channel.alias }} search={{}} className={buttonClass('secondary')}>
        {t('orders.clear')}
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title={t('orders.empty')} text={t('orders.emptyText')} />
  );
  return (
    <ListFrame query={query} error={t('orders.error')} empty={orders.length === 0 && empty} more={t('orders.more')}>
      <DataTable
        list="orders"
        label={t('orders.title')}
        rows={orders}
        idOf={({ id }) => id}
        columns={columns}
        sort={search.sort ?? '-created_at'}
        onSort={(sort) =>
          void navigate({
            to: '/$channel/orders',
            params: { channel: channel.alias },
            search: ordersSearch({ ...search, sort }),
            resetScroll: false,
          })
        }
        actions={
          channel.may.includes('export_money') && (
            <a
              href={ordersCsvUrl(channel.id, ordersAsked(search))}
              download
              title={t('orders.exportHint')}
              className={buttonClass('secondary', 'small', 'min-h-11')}
            >
              <Download aria-hidden size={16} />
              {t('orders.export')}
            </a>
          )
        }
      />
    </ListFrame>
  );
}
