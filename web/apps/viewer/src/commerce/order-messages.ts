import type { Order } from '@touchline/api';
import { problemText, type ShopTranslate } from '@touchline/i18n';

/** A pass is owned when its order is paid and active. */
export function isOwned({ status, activity_status: activity }: Order): boolean {
  return status === 'paid' && activity === 'active';
}

/** Where the payment of an order is. */
export function paymentMessage({ status }: Order, t: ShopTranslate): string {
  switch (status) {
    case 'created':
      return t('order.created');
    case 'processing':
      return t('order.processing');
    case 'paid':
      return t('order.paid');
    case 'failed':
      return t('order.failed');
    case 'refunded':
      return t('order.refunded');
    case 'disputed':
      return t('order.disputed');
  }
}

/** Why the payment of an order failed; null where it did not. */
export function failureText({ failure, failure_code: code }: Order, t: ShopTranslate): string | null {
  return code && problemText({ code, params: {}, message: failure ?? '' }, t);
}

/** What an order is worth now: what became of the pass where it was paid, else what became of the payment. */
export function stateText(order: Order, t: ShopTranslate): string {
  if (order.status !== 'paid') return paymentMessage(order, t);
  switch (order.activity_status) {
    case 'active':
      return t('order.active');
    case 'inactive':
      return t('order.inactive');
    case 'expired':
      return t('order.expired');
    case 'canceled':
      return t('order.canceled');
  }
}

/** What was bought; of a subscription, whether for the first time. */
export function kindText({ type, subscription_type: subscription }: Order, t: ShopTranslate): string {
  if (subscription === 'created') return t('order.subscriptionNew');
  if (subscription === 'updated') return t('order.subscriptionRenewal');
  switch (type) {
    case 'package':
      return t('order.package');
    case 'subscription':
      return t('order.subscription');
    case 'event':
      return t('order.event');
    case 'addon':
      return t('order.addon');
    case null:
      return '';
  }
}

/** The names of all that an order holds. */
export function orderTitle({ product, products }: Order): string {
  const names = products.map(({ name }) => name);
  return names.length === 0 ? (product?.name ?? '') : [...new Set(names)].join(', ');
}
