import { fieldProblems } from '@touchline/api';
import { problemText, useShopT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { LabelledField } from '../../commerce/labelled-field.tsx';
import { waitMessage } from '../../commerce/error-messages.ts';

const MAX_LENGTH = 64;

interface PromoCodeProps {
  /** The code that counts. */
  readonly applied: string | null;
  /** What the server said about the code that was tried last. */
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly onApply: (code: string | null) => void;
}

/** A code that makes it cheaper; folded, since few have one. */
export function PromoCode({ applied, failure, isAsking, onApply }: PromoCodeProps) {
  const t = useShopT();
  const [isEmpty, setEmpty] = useState(false);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    const text = typeof code === 'string' ? code.trim() : '';
    setEmpty(text === '');
    if (text !== '') onApply(text);
  };

  if (applied !== null) {
    return (
      <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm">
        {t('buy.promoDone', { code: applied })}
        <Button variant="quiet" size="small" onClick={() => onApply(null)}>
          {t('buy.promoRemove')}
        </Button>
      </p>
    );
  }
  const [wrong] = fieldProblems(failure, 'coupon');
  const problem = isEmpty
    ? t('buy.promoEmpty')
    : wrong
      ? problemText(wrong, t)
      : (waitMessage(failure, t) ?? undefined);
  return (
    <details className="promo-code">
      <summary>
        {t('buy.promo')}
        <ChevronDown aria-hidden size={18} />
      </summary>
      <form noValidate onSubmit={apply}>
        <LabelledField
          label={t('buy.promoField')}
          name="code"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          problem={problem}
          onChange={() => setEmpty(false)}
          beside={
            <Button type="submit" variant="secondary" className="min-h-12!" disabled={isAsking}>
              {t('buy.promoApply')}
            </Button>
          }
        />
      </form>
    </details>
  );
}
