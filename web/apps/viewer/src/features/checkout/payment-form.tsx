import { fetchCards, type Quote } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Skeleton } from '@touchline/ui';
import { ReceiptText } from 'lucide-react';
import { type FormEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { useLoaded } from '../../loading/use-loaded.ts';
import { CardChoice, NEW_CARD } from '../../commerce/card-choice.tsx';
import type { CardInput } from '../../commerce/card-input.ts';
import { FieldProblem } from '../../commerce/labelled-field.tsx';
import { NewCard } from '../../commerce/new-card.tsx';
import { isFree } from '../../commerce/pay-button-text.ts';
import type { PaymentSource } from './use-purchase.ts';

/** Where the checkout gets from what it pays with. */
export interface PaymentInput {
  paymentSource(): Promise<PaymentSource | null>;
  refuse(words: string): void;
}

interface PaymentFormProps {
  readonly id: string;
  readonly cardInput: RefObject<PaymentInput | null>;
  readonly quote: Quote;
  /** Why the last try brought nothing. */
  readonly notice: string | null;
  readonly onPay: () => void;
}

/** How it is paid: with a saved card, a new one, or not at all. */
export function PaymentForm({ id, cardInput, quote, notice, onPay }: PaymentFormProps) {
  const t = useShopT();
  const { data: cards, failed } = useLoaded(fetchCards);
  const [choice, setChoice] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const card = useRef<CardInput>(null);
  const box = useRef<HTMLInputElement>(null);
  // Without the list of saved cards a new one will do.
  const saved = failed ? [] : cards;
  const chosen = choice ?? saved?.find(({ is_default: isDefault }) => isDefault)?.id ?? null;
  const isNew = saved?.length === 0 || chosen === NEW_CARD;
  const free = isFree(quote);

  useImperativeHandle(cardInput, () => ({
    paymentSource: async () => {
      setProblem(null);
      if (free) return { method: undefined, save: false };
      if (!isNew && chosen !== null) return { method: chosen, save: false };
      if (!isNew || !card.current || card.current.isEmpty()) {
        setProblem(t('problem.card_required'));
        return null;
      }
      const method = await card.current.makeMethod();
      return method === null ? null : { method, save: box.current?.checked ?? false };
    },
    refuse: (words) => {
      if (isNew) card.current?.refuse(words);
      else setProblem(words);
    },
  }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPay();
  };

  return (
    <form id={id} noValidate className="grid gap-5" onSubmit={submit}>
      <h2 className="text-[1.75rem] leading-8">{t('buy.payment')}</h2>
      {notice !== null && <FieldProblem>{notice}</FieldProblem>}
      {free ? (
        <p className="text-muted">{t('buy.noCard')}</p>
      ) : saved ? (
        <>
          {quote.is_trial && <p className="text-pretty text-muted">{t('buy.trialText')}</p>}
          <CardChoice
            cards={saved}
            chosen={chosen}
            problem={problem}
            onChoose={(next) => {
              setChoice(next);
              setProblem(null);
            }}
          >
            <NewCard cardInput={card} currency={quote.currency} amount={minorUnits(quote)} />
            <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]">
              <input ref={box} type="checkbox" className="size-5 shrink-0 accent-accent" />
              {t('card.save')}
            </label>
          </CardChoice>
        </>
      ) : (
        <Skeleton className="h-44 rounded-card" />
      )}
      <p className="flex items-start gap-2.5 border-t border-line pt-4 text-sm leading-5 text-muted">
        <ReceiptText aria-hidden size={18} className="shrink-0" />
        {t('buy.final')}
      </p>
    </form>
  );
}

/** The total in the smallest unit of its currency, as a provider counts. */
function minorUnits({ total, currency }: Quote): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Math.round(Number(total) * 10 ** digits);
}
