import { infiniteQueryOptions } from '@tanstack/react-query';
import { fetchOrders, type OrderSummary } from '@touchline/api/console';
import { ordersAsked, type OrdersSearch } from './orders-search.ts';

const PART = 25;
/** The server goes no deeper. */
const DEEPEST = 10_000;
/** How soon it shows that the bank has answered. */
const WATCH_MS = 2_000;

/** The orders of a channel, a part at a time; looked at again and again while money is on its way back. */
export function ordersQuery(channel: number, search: OrdersSearch) {
  const asked = ordersAsked(search);
  return infiniteQueryOptions({
    queryKey: ['orders', channel, asked],
    queryFn: ({ signal, pageParam }) => fetchOrders(channel, { ...asked, offset: pageParam, limit: PART }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ orders, total }, _, offset) => {
      const next = offset + orders.length;
      return orders.length > 0 && next < Math.min(total, DEEPEST) ? next : null;
    },
    refetchInterval: ({ state }) => (state.data?.pages.some((page) => page.orders.some(isOnItsWay)) ? WATCH_MS : false),
  });
}

function isOnItsWay({ refund }: OrderSummary): boolean {
  return refund === 'under_way';
}
