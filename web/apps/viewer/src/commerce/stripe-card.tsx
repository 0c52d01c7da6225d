import { useLocale, useShopT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type CardInput, ProviderAway } from './card-input.ts';
import { FieldProblem } from './labelled-field.tsx';
import { loadStripe, type Stripe, type StripeElements } from './stripe.ts';

interface StripeCardProps {
  readonly cardInput: RefObject<CardInput | null>;
  readonly publishableKey: string;
  readonly currency: string;
  /** What is to be paid, in the smallest unit; null where a card is only saved. */
  readonly amount: number | null;
}

/** Stripe's own fields of a card, in a frame of theirs. */
export function StripeCard(props: StripeCardProps) {
  const [tries, setTries] = useState(0);
  return <StripeFields key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

interface StripeFieldsProps extends StripeCardProps {
  readonly onRetry: () => void;
}

function StripeFields({ cardInput, publishableKey, currency, amount, onRetry }: StripeFieldsProps) {
  const t = useShopT();
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  const held = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [problem, setProblem] = useState<string | null>(null);
  const firstAmount = useRef(amount);

  useEffect(() => {
    let unmount = () => {};
    let left = false;
    const fail = () => {
      if (!left) setState('failed');
    };
    loadStripe(publishableKey).then((stripe) => {
      if (left || !place.current) return;
      const elements = stripe.elements({
        ...modeOf(firstAmount.current),
        currency: currency.toLowerCase(),
        locale,
        appearance: appearance(),
      });
      const element = elements.create('payment', { layout: 'tabs' });
      element.on('ready', () => setState('ready'));
      element.on('loaderror', fail);
      element.mount(place.current);
      held.current = { stripe, elements };
      unmount = () => element.destroy();
    }, fail);
    return () => {
      left = true;
      held.current = null;
      unmount();
    };
  }, [publishableKey, currency, locale]);

  useEffect(() => {
    firstAmount.current = amount;
    if (amount !== null && amount > 0) held.current?.elements.update({ amount });
  }, [amount]);

  /** Stripe shows what is wrong with its fields at them; the rest is said below. */
  const submitted = async () => {
    if (!held.current) throw new ProviderAway('stripe is not there');
    setProblem(null);
    const { error } = await held.current.elements.submit();
    return error ? null : held.current;
  };

  useImperativeHandle(cardInput, () => ({
    isEmpty: () => false,
    refuse: setProblem,
    makeMethod: async () => {
      const parts = await submitted();
      if (!parts) return null;
      const { error, paymentMethod } = await parts.stripe.createPaymentMethod({ elements: parts.elements });
      if (error) setProblem(error.message ?? t('error.generic'));
      return paymentMethod?.id ?? null;
    },
    confirm: async ({ client_secret: clientSecret }) => {
      const parts = await submitted();
      if (!parts) return false;
      const { error } = await parts.stripe.confirmSetup({
        elements: parts.elements,
        clientSecret,
        redirect: 'if_required',
        confirmParams: { return_url: location.href },
      });
      if (error) setProblem(error.message ?? t('error.generic'));
      return !error;
    },
  }));

  if (state === 'failed') return <ErrorState text={t('card.formFailed')} onRetry={onRetry} />;
  return (
    <div>
      {state === 'loading' && (
        <p role="status" className="grid gap-2">
          <span className="sr-only">{t('card.loading')}</span>
          <Skeleton className="h-40 rounded-card" />
        </p>
      )}
      <div ref={place} hidden={state === 'loading'} />
      {problem !== null && <FieldProblem>{problem}</FieldProblem>}
    </div>
  );
}

function modeOf(amount: number | null): object {
  // Whatever else the account at Stripe is set to take: the server charges cards, and knows nothing of other ways.
  const paymentMethodTypes = ['card'];
  if (amount === null) return { mode: 'setup', paymentMethodTypes };
  // The server pays with the card, so that its number of tries and its price are the server's.
  const mode = amount > 0 ? { mode: 'payment', amount } : { mode: 'setup' };
  return { ...mode, paymentMethodTypes, paymentMethodCreation: 'manual' };
}

/** The colours of the page, which a frame of another site does not inherit. */
function appearance(): object {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: 'flat',
    variables: {
      colorPrimary: colour('--accent'),
      colorBackground: colour('--body-background'),
      colorText: colour('--body-text-color'),
      colorDanger: colour('--danger'),
      borderRadius: '8px',
    },
  };
}
