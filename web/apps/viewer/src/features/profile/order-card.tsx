import type { Order } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { useChannel } from '../../channel/channel.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { failureText, isOwned, kindText, orderTitle, stateText } from '../../commerce/order-messages.ts';
import { brandTitle, dayTitle, moneyTitle } from '../../commerce/titles.ts';
import { OrderRenewal } from './order-renewal.tsx';

interface OrderCardProps {
  readonly order: Order;
  readonly onChange: (order: Order) => void;
}

/** One order: what it is, what it is worth now, and what can be done about it. */
export function OrderCard({ order, onChange }: OrderCardProps) {
  const t = useShopT();
  const title = orderTitle(order);
  const { ends_at: endsAt, card } = order;
  const game = order.product?.event_id ?? null;
  const owned = isOwned(order);
  const failure = failureText(order, t);
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  const facts = [
    kindText(order, t),
    moneyTitle(order.price, order.currency),
    card && t('card.named', { brand: brandTitle(card.brand), last4: card.last4 }),
    // What renews itself says so below.
    order.status === 'paid' &&
      order.auto_renewal !== 'active' &&
      endsAt !== null &&
      t(owned ? 'order.until' : 'order.ended', { date: dayTitle(endsAt) }),
  ];
  return (
    <article className="order-card">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-xl leading-7 wrap-anywhere">{title}</h2>
          <p className="text-sm text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
          {failure && <p className="mt-1 text-sm text-danger">{failure}</p>}
        </div>
        <Badge tone={owned ? 'accent' : 'plain'}>{stateText(order, t)}</Badge>
        {owned && game !== null && !isPaused && (
          <RouterButton
            to="/watch/$id"
            params={{ id: game }}
            size="small"
            aria-label={t('order.watchNamed', { name: title })}
          >
            {t('order.watch')}
          </RouterButton>
        )}
      </div>
      {owned && order.auto_renewal !== null && <OrderRenewal order={order} title={title} onChange={onChange} />}
    </article>
  );
}
