import type { OrderSummary } from '@touchline/api/console';
import { currentTranslator, priceTitle, useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { OrderState } from './order-state.tsx';
import { RefundSheet } from './refund-sheet.tsx';

interface OrderRowProps {
  readonly channel: number;
  readonly order: OrderSummary;
  readonly mayRefund: boolean;
}

export function OrderRow({ channel, order, mayRefund }: OrderRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const number = String(order.id);
  const price = priceTitle({ amount: order.price, currency: order.currency, period: null }, currentTranslator());
  return (
    <li className="upload-row">
      <div className="min-w-0">
        <p className="truncate font-semibold">{order.names.join(', ')}</p>
        <p className="truncate text-sm text-muted">{order.email ?? t('orders.gone')}</p>
      </div>
      <div className="min-w-0 text-sm text-muted tabular-nums">
        <p className="text-text">{price}</p>
        <p>{t('orders.number', { number })}</p>
        <time dateTime={new Date(order.created_at * 1000).toISOString()}>{localTime(order.created_at, locale)}</time>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <OrderState order={order} />
        {mayRefund && order.can_be_refunded && (
          <Button
            size="small"
            variant="secondary"
            className="min-h-11"
            aria-haspopup="dialog"
            aria-label={t(order.refund === 'failed' ? 'orders.againOf' : 'orders.refundOf', { number })}
            onClick={() => setAsking(true)}
          >
            {t(order.refund === 'failed' ? 'orders.again' : 'orders.refund')}
          </Button>
        )}
      </div>
      <RefundSheet channel={channel} order={order} price={price} open={asking} onClose={() => setAsking(false)} />
    </li>
  );
}
