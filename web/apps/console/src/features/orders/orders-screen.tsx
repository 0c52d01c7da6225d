import { useSearch } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { useChannel } from '../../session/session.ts';
import { OrderList } from './order-list.tsx';
import { OrdersFilter } from './orders-filter.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** What the channel sold. */
export function OrdersScreen() {
  const t = useConsoleT();
  const channel = useChannel();
  const search = useSearch({ from: '/$channel/orders' });
  if (!channel) return <NotFound />;
  return (
    <>
      <h1 className="text-4xl leading-10">{t('orders.title')}</h1>
      {channel.may.includes('see_orders') ? (
        <>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('orders.text')}</p>
          <OrdersFilter channel={channel.alias} search={search} />
          <OrderList channel={channel} search={search} />
        </>
      ) : (
        <div className="mt-6">
          <EmptyState title={t('orders.notForRole')} text={t('orders.notForRoleText')} />
        </div>
      )}
    </>
  );
}
