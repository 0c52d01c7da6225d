import { useNavigate } from '@tanstack/react-router';
import type { OperatorChannel, OrderSummary } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { ordersSearch, type OrdersSearch } from './orders-search.ts';
import { RefundSheet } from './refund-sheet.tsx';

interface RefundActionProps {
  readonly channel: OperatorChannel;
  readonly search: OrdersSearch;
  readonly order: OrderSummary;
  readonly price: string;
}

/** The button that asks about a refund, and the sheet, which the address names. */
export function RefundAction({ channel, search, order, price }: RefundActionProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const number = String(order.id);
  const mayRefund = channel.may.includes('refund_orders') && order.can_be_refunded;
  const isOpen = search.sheet === order.id;
  const show = (sheet: number | undefined, replace: boolean) =>
    void navigate({
      to: '/$channel/orders',
      params: { channel: channel.alias },
      search: ordersSearch({ ...search, sheet }),
      replace,
      resetScroll: false,
    });
  return (
    <>
      {mayRefund && (
        <Button
          size="small"
          variant="secondary"
          className="min-h-11"
          aria-haspopup="dialog"
          aria-label={t(order.refund === 'failed' ? 'orders.againOf' : 'orders.refundOf', { number })}
          onClick={() => show(order.id, false)}
        >
          {t(order.refund === 'failed' ? 'orders.again' : 'orders.refund')}
        </Button>
      )}
      <RefundSheet
        channel={channel.id}
        order={order}
        price={price}
        open={isOpen && mayRefund}
        onClose={() => {
          if (isOpen) show(undefined, true);
        }}
      />
    </>
  );
}
