import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type OrderSummary, refundOrder } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId } from 'react';

interface RefundSheetProps {
  readonly channel: number;
  readonly order: OrderSummary;
  readonly price: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what a refund does before it is begun. */
export function RefundSheet({ channel, order, price, open, onClose }: RefundSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const refund = useMutation({
    mutationFn: () => refundOrder(channel, order.id),
    onSuccess: () => showToast({ type: 'success', text: t('orders.begun') }),
    onError: (error) => {
      const isTooLate = error instanceof ApiError && error.code === 'order_not_refundable';
      showToast({ type: 'error', text: t(isTooLate ? 'orders.notRefundable' : 'orders.failed') });
    },
    // Also after a failure: the order may have moved meanwhile.
    onSettled: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['orders', channel] });
    },
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('orders.ask', { price })}
      </h2>
      <p className="mt-2 wrap-anywhere">
        {order.names.join(', ')}, {order.email ?? t('orders.gone')}
      </p>
      <p className="mt-1 text-sm text-pretty text-muted">
        {t(order.is_subscription ? 'orders.askTextSubscription' : 'orders.askText')}
      </p>
      {order.refund === 'failed' && <p className="mt-1 text-sm text-pretty text-danger">{t('orders.failedBefore')}</p>}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('orders.keep')}
        </Button>
        <Button disabled={refund.isPending} onClick={() => refund.mutate()}>
          {t('orders.sendBack', { price })}
        </Button>
      </div>
    </Dialog>
  );
}
