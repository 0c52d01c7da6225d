import { fetchOrders } from '@touchline/api';
import { useAccountT, useShopT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { ReceiptText } from 'lucide-react';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useLoaded } from '../../loading/use-loaded.ts';
import { failureText, kindText, orderTitle, paymentMessage } from '../../commerce/order-messages.ts';
import { dayTitle, moneyTitle } from '../../commerce/titles.ts';
import { PortalButton } from './portal-button.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import './orders.css';
import '../../rich-text/table-frame.css';

/** Every order and what became of its payment, the newest first. */
export function Transactions() {
  const t = useAccountT();
  const tShop = useShopT();
  const { data, failed, reload } = useLoaded(fetchOrders);
  if (!data) return failed ? <ErrorState text={tShop('order.error')} onRetry={reload} /> : <RowsSkeleton />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden size={40} strokeWidth={1.5} />}
        title={t('profile.noTransactions')}
        text={t('profile.noTransactionsText')}
      >
        <RouterButton to="/packages">{t('profile.seePasses')}</RouterButton>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-5">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keyboard too. */}
      <div role="region" aria-label={tShop('order.table')} tabIndex={0} className="table-frame">
        <table className="order-table">
          <thead>
            <tr>
              <th scope="col">{tShop('order.date')}</th>
              <th scope="col">{tShop('order.what')}</th>
              <th scope="col">{tShop('order.state')}</th>
              <th scope="col">{tShop('order.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((order) => (
              <tr key={order.id}>
                <td className="whitespace-nowrap">{dayTitle(order.paid_at ?? order.created_at)}</td>
                <td>
                  <span className="block font-semibold wrap-anywhere">{orderTitle(order)}</span>
                  <span className="block text-sm text-muted">{kindText(order, tShop)}</span>
                </td>
                <td>
                  {paymentMessage(order, tShop)}
                  {order.failure_code !== null && (
                    <span className="block text-sm text-muted">{failureText(order, tShop)}</span>
                  )}
                </td>
                <td>{moneyTitle(order.price, order.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PortalButton back="/profile?tab=transactions" />
    </div>
  );
}
