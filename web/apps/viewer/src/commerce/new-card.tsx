import type { RefObject } from 'react';
import { BankCard } from './bank-card.tsx';
import type { CardInput } from './card-input.ts';
import { usePayments } from './payments.ts';
import { StripeCard } from './stripe-card.tsx';

interface NewCardProps {
  readonly cardInput: RefObject<CardInput | null>;
  readonly currency: string;
  /** What is to be paid, in the smallest unit; null where a card is only saved. */
  readonly amount: number | null;
}

/** Where a card is typed, with every provider. */
export function NewCard({ cardInput, currency, amount }: NewCardProps) {
  const { provider, publishable_key: key } = usePayments();
  if (provider !== 'stripe' || key === null) return <BankCard cardInput={cardInput} />;
  return <StripeCard cardInput={cardInput} publishableKey={key} currency={currency} amount={amount} />;
}
