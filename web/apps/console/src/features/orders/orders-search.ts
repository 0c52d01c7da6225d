/** The filters in the address: buyer or number, and whether only orders with a failed refund. */
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
