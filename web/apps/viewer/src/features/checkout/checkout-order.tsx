import type { Quote, QuoteLine } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Button, ErrorState, Skeleton } from '@touchline/ui';
import { useLocation } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import type { Basket } from '../../commerce/basket.ts';
import { CoveredGames } from '../../commerce/covered-games.tsx';
import { payButtonText } from '../../commerce/pay-button-text.ts';
import { PriceLines } from '../../commerce/price-lines.tsx';
import { PromoCode } from './promo-code.tsx';
import { PurchasePanel } from './purchase-panel.tsx';
import { refusalCode } from '../../commerce/refusals.ts';
import { TestMode } from '../../commerce/test-mode.tsx';
import { dayTitle, moneyTitle } from '../../commerce/titles.ts';
import { usePurchase } from './use-purchase.ts';
import { useQuote } from '../../commerce/use-quote.ts';
import { AccountPanel } from './account-panel.tsx';
import { type PaymentInput, PaymentForm } from './payment-form.tsx';
import { PurchaseRefused } from './purchase-refused.tsx';

interface CheckoutOrderProps {
  readonly basket: Basket;
}

/** What is bought and what it costs; the price comes first, the account and the card after it. */
export function CheckoutOrder({ basket }: CheckoutOrderProps) {
  const t = useShopT();
  const tried = useLocation({ select: ({ state }) => state.coupon ?? null });
  const [code, setCode] = useState(tried);
  const { items, trial } = basket;
  const { quote, failure, isAsking, retry } = useQuote({
    items,
    ...(code !== null && { coupon: code }),
    ...(trial && { trial }),
  });
  const refusal = refusalCode(failure);
  if (refusal) return <PurchaseRefused code={refusal} basket={basket} />;
  if (!quote) return failure ? <ErrorState text={t('buy.quoteError')} onRetry={retry} /> : <CheckoutSkeleton />;
  const tryCode = (next: string | null) => {
    if (next !== null && next === code) retry();
    else setCode(next);
  };
  const promo = <PromoCode applied={quote.coupon} failure={failure} isAsking={isAsking} onApply={tryCode} />;
  return <Order basket={basket} quote={quote} isAsking={isAsking} promo={promo} onStale={retry} />;
}

interface OrderProps extends CheckoutOrderProps {
  readonly quote: Quote;
  /** Whether another price is on its way. */
  readonly isAsking: boolean;
  readonly promo: React.ReactNode;
  /** The price is not that of the server any more. */
  readonly onStale: () => void;
}

function Order({ basket, quote, isAsking, promo, onStale }: OrderProps) {
  const t = useShopT();
  const form = useId();
  const isMember = useSession(({ user }) => user !== null);
  const details = useChosenNames();
  const cardInput = useRef<PaymentInput>(null);
  const purchase = usePurchase(basket, onStale);
  const { phase, isPaying } = purchase;
  const subscription = basket.items[0]?.subscription_id;
  if (purchase.refusal) return <PurchaseRefused code={purchase.refusal} basket={basket} />;
  const pay = () => {
    const held = cardInput.current;
    if (held && !isAsking) void purchase.pay(quote, held);
  };
  return (
    <div className="checkout">
      <div className="shop-panel purchase-place">
        <div inert={phase !== null} className="grid content-start gap-5">
          <TestMode />
          {isMember ? (
            <>
              <PaymentForm id={form} cardInput={cardInput} quote={quote} notice={purchase.notice} onPay={pay} />
              {purchase.isTrialOfOthers && typeof subscription === 'number' && (
                <RouterButton to="/buy" search={{ subscription_id: subscription }} variant="secondary">
                  {t('buy.withoutTrial')}
                </RouterButton>
              )}
            </>
          ) : (
            <AccountPanel />
          )}
        </div>
        {phase && <PurchasePanel phase={phase} onAgain={purchase.again} onLookAgain={purchase.lookAgain} />}
      </div>
      <section aria-labelledby={`${form}-summary`} className="shop-panel checkout-summary">
        <h2 id={`${form}-summary`} className="text-[1.75rem] leading-8">
          {t('buy.order')}
        </h2>
        <CoveredGames covers={quote.covers} />
        <PriceLines quote={quote} details={details} />
        {phase === null && promo}
        <div className="checkout-bar">
          <p>
            {t('buy.now')}
            <strong aria-live="polite">{moneyTitle(quote.total, quote.currency)}</strong>
            {quote.next && (
              <span className="checkout-next">
                {t('buy.then', {
                  amount: moneyTitle(quote.next.amount, quote.currency),
                  date: dayTitle(quote.next.at),
                })}
              </span>
            )}
          </p>
          {isMember && phase?.name !== 'success' && (
            <Button type="submit" form={form} size="large" disabled={isAsking || isPaying || phase !== null}>
              {payButtonText(quote, t)}
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}

/** The sport or team that a line is for. */
function useChosenNames() {
  const { bootstrap, participants } = useChannel();
  return ({ product }: QuoteLine): string | null => {
    const team = participants.find(({ id }) => id === product.participant_id)?.name;
    return team ?? bootstrap.event_categories.find(({ id }) => id === product.event_category_id)?.name ?? null;
  };
}

function CheckoutSkeleton() {
  return (
    <div aria-hidden className="checkout">
      <Skeleton className="h-96 rounded-sheet" />
      <Skeleton className="h-80 rounded-sheet" />
    </div>
  );
}
