import { fetchOrders, type Order } from '@touchline/api';
import { useAccountT, useShopT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useLoaded } from '../../loading/use-loaded.ts';
import { isOwned } from '../../commerce/order-messages.ts';
import { OrderCard } from './order-card.tsx';
import { PortalButton } from './portal-button.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import './orders.css';

interface OrdersProps {
  /** Those that are over as well; the active ones stand first. */
  readonly all: boolean;
}

export function Orders({ all }: OrdersProps) {
  const t = useAccountT();
  const tShop = useShopT();
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  const { data, failed, reload } = useLoaded(fetchOrders);
  const [changed, setChanged] = useState<readonly Order[]>([]);
  if (!data) return failed ? <ErrorState text={tShop('order.error')} onRetry={reload} /> : <RowsSkeleton />;
  const orders = data.map((order) => changed.find(({ id }) => id === order.id) ?? order);
  const shown = [...orders.filter(isOwned), ...(all ? orders.filter((order) => !isOwned(order)) : [])];
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={<Ticket aria-hidden size={40} strokeWidth={1.5} />}
        title={all ? t('profile.noOrders') : t('profile.noActiveOrders')}
        text={t('profile.noOrdersText')}
      >
        {!isPaused && (
          <>
            <RouterButton to="/packages">{t('profile.seePasses')}</RouterButton>
            <RouterButton to="/schedule" variant="secondary">
              {t('profile.findGame')}
            </RouterButton>
          </>
        )}
      </EmptyState>
    );
  }
  const keep = (order: Order) => setChanged((before) => [...before.filter(({ id }) => id !== order.id), order]);
  return (
    <div className="grid gap-5">
      <ul className="order-list">
        {shown.map((order) => (
          <li key={order.id}>
            <OrderCard order={order} onChange={keep} />
          </li>
        ))}
      </ul>
      <PortalButton back="/profile" />
    </div>
  );
}
