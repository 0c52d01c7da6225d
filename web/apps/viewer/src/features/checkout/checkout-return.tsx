import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PurchasePanel } from './purchase-panel.tsx';
import { bankRedirectOf } from './bank-redirect.ts';
import { useOrderOutcome } from './use-order-outcome.ts';

interface CheckoutReturnProps {
  readonly id: number;
  readonly eventId: number | null;
}

/** Where a bank leads back to: what became of the order. */
export function CheckoutReturn({ id, eventId }: CheckoutReturnProps) {
  const router = useRouter();
  const { phase, follow } = useOrderOutcome(eventId, { name: 'processing' });
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current) return;
    isFollowed.current = true;
    void follow({ id });
  });
  const again = () => {
    const redirect = bankRedirectOf(id);
    if (!redirect) return router.navigate({ to: '/packages', search: {} });
    // A card can be typed again; what was chosen stays.
    return router.navigate({ href: redirect.href, state: redirect.coupon === null ? {} : { coupon: redirect.coupon } });
  };
  return (
    <div className="shop-panel">
      {phase && <PurchasePanel phase={phase} onAgain={() => void again()} onLookAgain={() => void follow({ id })} />}
    </div>
  );
}
