import { fetchOrder, type Order } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { bankRedirectOf } from './bank-redirect.ts';
import { failureText, orderTitle } from '../../commerce/order-messages.ts';
import { pollOrder, PurchaseError } from './poll-order.ts';
import type { Phase } from './purchase-panel.tsx';

const loadBought = () => import('./refresh-after-purchase.ts');

interface Outcome {
  /** Null while no order is under way. */
  readonly phase: Phase | null;
  readonly setPhase: (phase: Phase | null) => void;
  /** Waits until an order is decided, and leads on from there. */
  readonly follow: (order: Pick<Order, 'id'>) => Promise<void>;
  /** Leads on from an order that is paid. */
  readonly finish: (order: Order) => Promise<void>;
}

/** What becomes of an order, and where it leads: to the game that it was bought for, or to a word of thanks. */
export function useOrderOutcome(eventId: number | null, start: Phase | null): Outcome {
  const t = useShopT();
  const router = useRouter();
  const { connection } = useAppContext();
  const [phase, setPhase] = useState<Phase | null>(start);
  const left = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);

  const finish = async (order: Order) => {
    const { signal } = left.current;
    const game = eventId ?? order.product?.event_id ?? bankRedirectOf(order.id)?.eventId ?? null;
    const name = orderTitle(order);
    setPhase({ name: 'success', title: name, eventId: game });
    await loadBought()
      .then(({ refreshAfterPurchase }) => refreshAfterPurchase(connection, game))
      // The screen of the game asks by itself.
      .catch(() => {});
    if (game === null || signal.aborted) return;
    showToast({ id: 'purchase', type: 'success', text: t('buy.gameToast', { name }) });
    await router.navigate({ to: '/watch/$id', params: { id: game }, replace: true });
  };

  const follow = async ({ id }: Pick<Order, 'id'>) => {
    const { signal } = left.current;
    setPhase({ name: 'processing' });
    try {
      const order = await pollOrder({
        ask: () => fetchOrder(connection, id, signal),
        wait: (milliseconds) => pause(milliseconds, signal),
      });
      if (!signal.aborted) await finish(order);
    } catch (error) {
      if (signal.aborted) return;
      const failed = error instanceof PurchaseError ? error.order : null;
      setPhase(failed ? { name: 'failed', reason: failureText(failed, t) } : { name: 'unknown' });
    }
  };

  return { phase, setPhase, follow, finish };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('left'));
    });
  });
}
