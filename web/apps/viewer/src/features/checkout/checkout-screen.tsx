import { useShopT } from '@touchline/i18n';
import { useSearch } from '@tanstack/react-router';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePayments } from '../../commerce/payments.ts';
import { basketProblem, readBasket } from '../../commerce/basket.ts';
import { CheckoutOrder } from './checkout-order.tsx';
import { CheckoutReturn } from './checkout-return.tsx';
import { PurchaseRefused } from './purchase-refused.tsx';
import '../../commerce/commerce.css';

/** The checkout: what the address asks for, its price, and the payment. */
export function CheckoutScreen() {
  const t = useShopT();
  const { packages, subscriptions } = useChannel().bootstrap;
  const basket = readBasket({ ...useSearch({ from: '/buy' }) });
  usePageTitle(t('buy.title'));
  const isClosed = usePayments().provider === 'none';
  const problem = isClosed ? 'not_for_sale' : basketProblem(basket, { packages, subscriptions });
  return (
    <div className="shop-page">
      <h1 className="mb-6 text-[2.25rem] leading-10">{t('buy.title')}</h1>
      {basket.order !== null ? (
        <CheckoutReturn key={basket.order} id={basket.order} eventId={basket.eventId} />
      ) : problem ? (
        <PurchaseRefused code={problem} basket={basket} />
      ) : (
        <CheckoutOrder key={JSON.stringify(basket)} basket={basket} />
      )}
    </div>
  );
}
