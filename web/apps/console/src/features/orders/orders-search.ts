/** What the address says of the list: whose orders, and whether only those whose refund failed. */
export interface OrdersSearch {
  readonly find?: string;
  readonly refund?: 'failed';
}

/** Takes what makes sense, and leaves the rest out. */
export function ordersSearch(search: Record<string, unknown>): OrdersSearch {
  const find = typeof search['find'] === 'string' ? search['find'].trim().slice(0, 254) : '';
  return {
    ...(find && { find }),
    ...(search['refund'] === 'failed' && { refund: 'failed' as const }),
  };
}
