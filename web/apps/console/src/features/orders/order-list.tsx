import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type OperatorChannel, ordersCsvUrl } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { Download } from 'lucide-react';
import { DataTable } from '../../lists/data-table.tsx';
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
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(channel.id, search),
  );
  const columns = useOrderColumns(channel, search);
  const orders = data?.pages.flatMap((page) => page.orders);
  if (isPending) {
    return (
      <div aria-busy className="mt-6 grid gap-2">
        <output className="sr-only">{t('console.loading')}</output>
        {Array.from({ length: 6 }, (_, row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  }
  if (isError && !orders) {
    return (
      <div className="mt-6">
        <ErrorState text={t('orders.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!orders || orders.length === 0) {
    return (
      <div className="mt-6">
        {isNarrowed(search) ? (
          <EmptyState title={t('orders.nothing')} text={t('orders.nothingText')}>
            <Link
              to="/$channel/orders"
              params={{ channel: channel.alias }}
              search={{}}
              className={buttonClass('secondary')}
            >
              {t('orders.clear')}
            </Link>
          </EmptyState>
        ) : (
          <EmptyState title={t('orders.empty')} text={t('orders.emptyText')} />
        )}
      </div>
    );
  }
  return (
    <>
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
      {hasNextPage && (
        <Button variant="secondary" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('orders.more')}
        </Button>
      )}
    </>
  );
}
