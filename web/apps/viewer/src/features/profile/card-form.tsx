import { beginCard, type SetupIntent } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import type { CardInput } from '../../commerce/card-input.ts';
import { FieldProblem } from '../../commerce/labelled-field.tsx';
import { NewCard } from '../../commerce/new-card.tsx';
import { TestMode } from '../../commerce/test-mode.tsx';
import { errorMessage } from '../../commerce/error-messages.ts';

interface CardFormProps {
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

/** A new card for the provider to keep. */
export function CardForm({ onAdded, onCancel }: CardFormProps) {
  const t = useShopT();
  const { connection } = useAppContext();
  const { currency } = useChannel().bootstrap.settings;
  const cardInput = useRef<CardInput>(null);
  /** A try that failed goes on with the same leave. */
  const intent = useRef<SetupIntent>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !cardInput.current) return;
    setBusy(true);
    setProblem(null);
    try {
      intent.current ??= await beginCard(connection);
      if (await cardInput.current.confirm(intent.current)) onAdded();
    } catch (error) {
      setProblem(errorMessage(error, t));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
      <TestMode />
      <NewCard cardInput={cardInput} currency={currency} amount={null} />
      {problem !== null && <FieldProblem>{problem}</FieldProblem>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="min-h-11!" disabled={isBusy}>
          {isBusy ? t('card.adding') : t('card.addSave')}
        </Button>
        <Button variant="secondary" className="min-h-11!" disabled={isBusy} onClick={onCancel}>
          {t('card.cancel')}
        </Button>
      </div>
    </form>
  );
}
