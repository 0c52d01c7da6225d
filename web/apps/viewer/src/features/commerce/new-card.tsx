import type { RefObject } from 'react';
import { BankCard } from './bank-card.tsx';
import type { CardDesk } from './card-desk.ts';
import { usePayments } from './payments.ts';
import { StripeCard } from './stripe-card.tsx';
import { TestMode } from './test-mode.tsx';

interface NewCardProps {
  readonly desk: RefObject<CardDesk | null>;
  readonly currency: string;
  /** What is to be paid, in the smallest unit; null where a card is only saved. */
  readonly amount: number | null;
}

/** Where a card is typed, whoever the provider is. */
export function NewCard({ desk, currency, amount }: NewCardProps) {
  const { provider, publishable_key: key, is_test: isTest } = usePayments();
  return (
    <div className="grid gap-4">
      {isTest && <TestMode />}
      {provider === 'stripe' && key !== null ? (
        <StripeCard desk={desk} publishableKey={key} currency={currency} amount={amount} />
      ) : (
        <BankCard desk={desk} />
      )}
    </div>
  );
}
