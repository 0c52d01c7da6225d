import type { Order } from '@touchline/api';

const POLL_MS = 2_000;

/** A purchase that did not end well, or whose end cannot be learned. */
export class PurchaseError extends Error {
  override readonly name = 'PurchaseError';
  /** Whether it has to be said at once: the payment has failed. A request that failed only leaves it open. */
  readonly popup: boolean;
  /** The order that failed. */
  readonly order: Order | null;

  constructor(order: Order | null, options?: ErrorOptions) {
    super(order ? 'the payment failed' : 'the order cannot be asked for', options);
    this.popup = order !== null;
    this.order = order;
  }
}

interface Polling {
  readonly ask: () => Promise<Order>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Whether the bank has not decided yet. */
export function isUndecided({ status }: Order): boolean {
  return status === 'created' || status === 'processing';
}

/** Asks for an order until it is decided; resolves on paid, rejects on failed or on a request error. */
export async function pollOrder({ ask, wait }: Polling): Promise<Order> {
  for (;;) {
    const order = await ask().catch((cause: unknown) => {
      throw new PurchaseError(null, { cause });
    });
    if (order.status === 'paid') return order;
    // Money that has gone back opens nothing either.
    if (!isUndecided(order)) throw new PurchaseError(order);
    await wait(POLL_MS);
  }
}
