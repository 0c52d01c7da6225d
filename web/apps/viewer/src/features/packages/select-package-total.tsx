import { useShopT } from '@touchline/i18n';
import { Button, ErrorState, Skeleton } from '@touchline/ui';
import { useId } from 'react';
import { RouterButton } from '../../navigation/router-button.tsx';
import { FieldProblem } from '../../commerce/labelled-field.tsx';
import { buySearchOf, itemRequestsOf } from './pass-choice.ts';
import { PriceLines } from '../../commerce/price-lines.tsx';
import { refusalCode, refusalOf } from '../../commerce/refusals.ts';
import { moneyTitle } from '../../commerce/titles.ts';
import { useQuote } from '../../commerce/use-quote.ts';

interface SelectPackageTotalProps {
  readonly chosen: Parameters<typeof itemRequestsOf>[0];
  readonly eventId: number | null;
}

/** What the choice comes to, by the server's reckoning, and the way to pay it. */
export function SelectPackageTotal({ chosen, eventId }: SelectPackageTotalProps) {
  const t = useShopT();
  const id = useId();
  const items = itemRequestsOf(chosen);
  const { quote, failure, isAsking, retry } = useQuote(items && { items });
  const refusal = refusalCode(failure);
  const shown = items && !failure ? quote : null;
  return (
    <section aria-labelledby={id} className="shop-panel checkout-summary">
      <h2 id={id} className="text-[1.75rem] leading-8">
        {t('buy.order')}
      </h2>
      {!items ? (
        <p className="text-muted">{t('select.nothing')}</p>
      ) : refusal ? (
        <FieldProblem>{t(refusalOf(refusal).title)}</FieldProblem>
      ) : failure ? (
        <ErrorState text={t('buy.quoteError')} onRetry={retry} />
      ) : shown ? (
        <PriceLines quote={shown} />
      ) : (
        <Skeleton className="h-24 rounded-field" />
      )}
      <div className="checkout-bar">
        <p>
          {t('buy.total')}
          <strong aria-live="polite">{shown && !isAsking ? moneyTitle(shown.total, shown.currency) : '–'}</strong>
        </p>
        {items && !refusal ? (
          <RouterButton to="/buy" search={buySearchOf(chosen, eventId)} size="large">
            {t('select.continue')}
          </RouterButton>
        ) : (
          <Button size="large" disabled>
            {t('select.continue')}
          </Button>
        )}
      </div>
    </section>
  );
}
