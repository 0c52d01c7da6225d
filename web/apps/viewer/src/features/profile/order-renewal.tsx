import { type Order, unsubscribe } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { dayTitle, moneyTitle } from '../../commerce/titles.ts';
import { errorMessage } from '../../commerce/error-messages.ts';
import { PortalButton } from './portal-button.tsx';

interface OrderRenewalProps {
  readonly order: Order;
  readonly title: string;
  readonly onChange: (order: Order) => void;
}

/** Whether a subscription renews itself, and the way to change that: the question is asked where the button was. */
export function OrderRenewal({ order, title, onChange }: OrderRenewalProps) {
  const t = useShopT();
  const { connection } = useAppContext();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const foot = useRef<HTMLDivElement>(null);
  const shown = `${isAsked} ${order.auto_renewal}`;
  const before = useRef(shown);
  // The button that was pressed is gone: what stands in its place goes on from there.
  useEffect(() => {
    if (before.current !== shown) foot.current?.querySelector('button')?.focus();
    before.current = shown;
  }, [shown]);

  const change = async (undo: boolean) => {
    setBusy(true);
    try {
      const changed = await unsubscribe(connection, order.id, undo);
      setAsked(false);
      onChange(changed);
      showToast({ id: 'renewal', type: 'success', text: undo ? t('order.undone') : t('order.cancelled') });
    } catch (problem) {
      showToast({ id: 'renewal', type: 'error', text: errorMessage(problem, t) });
    } finally {
      setBusy(false);
    }
  };

  const { next, is_past_due: isPastDue, ends_at: paidUntil, grace_until: graceUntil } = order;
  const stays = paidUntil !== null && t('order.stays', { date: dayTitle(paidUntil) });
  if (isAsked) {
    return (
      <div ref={foot} role="group" aria-label={t('order.cancelSure')} className="order-foot">
        <p className="min-w-0 flex-1 basis-56">
          <span className="block font-semibold">{t('order.cancelSure')}</span>
          {stays}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={isBusy} onClick={() => void change(false)}>
            {t('order.cancelYes')}
          </Button>
          <Button size="small" variant="secondary" disabled={isBusy} onClick={() => setAsked(false)}>
            {t('order.cancelNo')}
          </Button>
        </div>
      </div>
    );
  }
  const renews = order.auto_renewal === 'active';
  return (
    <div ref={foot} className="order-foot">
      <p className="min-w-0 flex-1 basis-56">
        <span className="block font-semibold">
          {t('order.renewal')}:{' '}
          {isPastDue ? t('order.renewalFailed') : renews ? t('order.renewalOn') : t('order.renewalOff')}
        </span>
        {order.cancellation === 'processing'
          ? t('order.cancelling')
          : isPastDue && graceUntil !== null
            ? t('order.pastDue', { date: dayTitle(graceUntil) })
            : renews
              ? next && t('order.renews', { date: dayTitle(next.at), amount: moneyTitle(next.amount, order.currency) })
              : stays}
      </p>
      {isPastDue && <PortalButton back="/profile" />}
      {order.cancellation !== 'processing' &&
        (renews ? (
          <Button
            size="small"
            variant="secondary"
            aria-label={t('order.cancelNamed', { name: title })}
            onClick={() => setAsked(true)}
          >
            {t('order.cancel')}
          </Button>
        ) : (
          <Button
            size="small"
            variant="secondary"
            disabled={isBusy}
            aria-label={t('order.undoNamed', { name: title })}
            onClick={() => void change(true)}
          >
            {t('order.undo')}
          </Button>
        ))}
    </div>
  );
}
