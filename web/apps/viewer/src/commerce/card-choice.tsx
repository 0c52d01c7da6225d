import type { SavedCard } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { CreditCard } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FieldProblem } from './labelled-field.tsx';
import { brandTitle } from './titles.ts';

export const NEW_CARD = 'new';

interface CardChoiceProps {
  readonly cards: readonly SavedCard[];
  /** Id of a saved card, or NEW_CARD; null while nothing is chosen. */
  readonly chosen: string | null;
  readonly problem: string | null;
  readonly onChoose: (id: string) => void;
  /** The fields of a new card. */
  readonly children: ReactNode;
}

/** The saved cards, and a new one under them; without any, only that. */
export function CardChoice({ cards, chosen, problem, onChoose, children }: CardChoiceProps) {
  const t = useShopT();
  const id = useId();
  const option = (value: string, label: ReactNode) => (
    <label className="card-option">
      <input
        type="radio"
        name={`${id}-card`}
        value={value}
        checked={chosen === value}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={() => onChoose(value)}
      />
      <CreditCard aria-hidden size={22} />
      <span className="min-w-0 flex-1">{label}</span>
    </label>
  );
  return (
    <div className="grid gap-4">
      {cards.length > 0 && (
        <fieldset className="card-options">
          <legend>{t('card.which')}</legend>
          {cards.map((card) => (
            <div key={card.id}>{option(card.id, <CardLabel card={card} />)}</div>
          ))}
          {option(NEW_CARD, t('card.new'))}
        </fieldset>
      )}
      {problem !== null && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
      {(cards.length === 0 || chosen === NEW_CARD) && children}
    </div>
  );
}

function CardLabel({ card }: { readonly card: SavedCard }) {
  const t = useShopT();
  return (
    <>
      <span className="block font-semibold">
        {t('card.named', { brand: brandTitle(card.brand), last4: card.last4 })}
      </span>
      <span className="block text-sm text-muted">{t('card.expires', { date: expiryTitle(card) })}</span>
    </>
  );
}

/** "12 / 30", as it is on the card. */
export function expiryTitle({ exp_month: month, exp_year: year }: SavedCard): string {
  return [month, year % 100].map((part) => String(part).padStart(2, '0')).join(' / ');
}
