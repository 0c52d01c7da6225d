import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { OrderRow } from './order-row.tsx';
import { ordersQuery } from './orders-query.ts';
import type { OrdersSearch } from './orders-search.ts';

interface OrderListProps {
  readonly channel: OperatorChannel;
  readonly search: OrdersSearch;
}

/** What was bought, the newest first, and the way to send the money back. */
export function OrderList({ channel, search }: OrderListProps) {
  const t = useConsoleT();
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    ordersQuery(channel.id, search),
  );
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
    const narrowed = search.find !== undefined || search.refund !== undefined;
    return (
      <div className="mt-6">
        {narrowed ? (
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
      <ul aria-label={t('orders.title')} className="upload-list mt-6">
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            channel={channel.id}
            order={order}
            mayRefund={channel.may.includes('refund_orders')}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('orders.more')}
        </Button>
      )}
    </>
  );
}
