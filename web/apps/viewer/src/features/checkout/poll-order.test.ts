import type { Order, OrderStatus } from '@touchline/api';
import { describe, expect, it } from 'vitest';
import { makeOrder } from '../../testing/shop.ts';
import { pollOrder, PurchaseError } from './poll-order.ts';

/** Asks for orders of these states in turn; says how long it waited between them. */
async function poll(...answers: readonly (Order | Error)[]) {
  const waits: number[] = [];
  let next = 0;
  const outcome = await pollOrder({
    ask: () => {
      const answer = answers[next];
      next += 1;
      if (answer === undefined) throw new Error('asked once too often');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  }).catch((error: unknown) => error);
  return { outcome, waits };
}

const at = (status: OrderStatus) => makeOrder({ status });

describe('pollOrder', () => {
  it('PAY-13 asks every 2 s and resolves on paid', async () => {
    const { outcome, waits } = await poll(at('created'), at('processing'), at('paid'));
    expect(outcome).toMatchObject({ status: 'paid' });
    expect(waits).toEqual([2000, 2000]);
  });

  it('PAY-13 rejects on failed, with the popup flag and the order', async () => {
    const failed = at('failed');
    const { outcome } = await poll(at('processing'), failed);
    expect(outcome).toBeInstanceOf(PurchaseError);
    expect(outcome).toMatchObject({ popup: true, order: failed });
  });

  it('PAY-13 rejects on a request error, without it', async () => {
    const { outcome, waits } = await poll(at('created'), new TypeError('away'));
    expect(outcome).toMatchObject({ popup: false, order: null });
    expect(waits).toEqual([2000]);
  });

  it('PAY-16 money that has gone back opens nothing', async () => {
    expect((await poll(at('refunded'))).outcome).toMatchObject({ popup: true });
  });
});
