import type { Order } from '@touchline/api';
import { describe, expect, it } from 'vitest';
import { loadShopMessages, shopTranslate } from '@touchline/i18n';
import { makeOrder, makeProduct } from '../testing/shop.ts';
import { isOwned, kindText, orderTitle, paymentMessage, stateText } from './order-messages.ts';

await loadShopMessages();
const t = shopTranslate();

describe('the words of an order', () => {
  it.each<[Partial<Order>, string, string]>([
    [{}, 'Paid', 'Active'],
    [{ activity_status: 'inactive' }, 'Paid', 'Inactive'],
    [{ activity_status: 'expired' }, 'Paid', 'Expired'],
    [{ activity_status: 'canceled' }, 'Paid', 'Canceled'],
    [{ status: 'refunded', activity_status: 'inactive' }, 'Refunded', 'Refunded'],
    [{ status: 'failed', activity_status: 'inactive' }, 'Failed', 'Failed'],
    [{ status: 'created', activity_status: 'inactive' }, 'Created', 'Created'],
  ])('PAY-12 %j: %s, %s', (change, payment, state) => {
    const order = makeOrder(change);
    expect([paymentMessage(order, t), stateText(order, t)]).toEqual([payment, state]);
  });

  it('PAY-12 a subscription is a new one or a renewal', () => {
    const bought = (change: Partial<Order>) => kindText(makeOrder({ type: 'subscription', ...change }), t);
    expect(bought({ subscription_type: 'created' })).toBe('New subscription');
    expect(bought({ subscription_type: 'updated' })).toBe('Subscription Renewal');
    expect(kindText(makeOrder({ type: 'event' }), t)).toBe('Game');
  });

  it('PAY-14 a pass is owned while its order is paid and active', () => {
    expect(isOwned(makeOrder())).toBe(true);
    expect(isOwned(makeOrder({ status: 'refunded' }))).toBe(false);
    expect(isOwned(makeOrder({ activity_status: 'expired' }))).toBe(false);
  });

  it('PAY-05 names all that is in a bundle, each once', () => {
    const products = ['Season Pass', 'Replays', 'Replays'].map((name) => makeProduct({ name }));
    expect(orderTitle(makeOrder({ products }))).toBe('Season Pass, Replays');
    expect(orderTitle(makeOrder({ products: [] }))).toBe('Season Pass');
  });
});
