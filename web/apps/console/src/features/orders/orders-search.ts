import type { OrderSummary } from '@touchline/api/console';

type OrderStatus = OrderSummary['status'];

/** In the order of the filter. */
export const ORDER_STATUSES = [
  'paid',
  'processing',
  'created',
  'failed',
  'refunded',
  'disputed',
] as const satisfies readonly OrderStatus[];
const ORDER_SORTS = ['-created_at', 'created_at', '-price', 'price'] as const;
type OrdersSort = (typeof ORDER_SORTS)[number];

/** In the address: what is looked for, the order of the list, and the order whose refund is asked about. */
export interface OrdersSearch {
  readonly find?: string;
  readonly refund?: 'failed';
  readonly status?: OrderStatus;
  readonly sort?: OrdersSort;
  readonly sheet?: number;
}

/** Takes what makes sense, and leaves the rest out. */
export function ordersSearch(search: Record<string, unknown>): OrdersSearch {
  const find = typeof search['find'] === 'string' ? search['find'].trim().slice(0, 254) : '';
  const status = ORDER_STATUSES.find((known) => known === search['status']);
  const sort = ORDER_SORTS.find((known) => known === search['sort']);
  const sheet = Number(search['sheet']);
  return {
    ...(find && { find }),
    ...(search['refund'] === 'failed' && { refund: 'failed' as const }),
    ...(status && { status }),
    ...(sort && sort !== '-created_at' && { sort }),
    ...(Number.isSafeInteger(sheet) && sheet > 0 && { sheet }),
  };
}

/** The same as the server takes it. */
export function ordersAsked({ find, refund, status, sort }: OrdersSearch) {
  return {
    ...(find !== undefined && { search: find }),
    ...(refund && { refund_failed: true }),
    ...(status && { status }),
    ...(sort && { sort }),
  };
}

export function isNarrowed({ find, refund, status }: OrdersSearch): boolean {
  return find !== undefined || refund !== undefined || status !== undefined;
}
