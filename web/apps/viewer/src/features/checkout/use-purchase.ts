import { ApiError, buy, fetchOrders, fieldProblems, type Purchase, type Quote, startTrial } from '@touchline/api';
import { problemText, useShopT } from '@touchline/i18n';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAppContext } from '../../channel/channel.ts';
import { useSession } from '../../session/session.ts';
import { rememberBankRedirect } from './bank-redirect.ts';
import type { Basket } from '../../commerce/basket.ts';
import { isUndecided } from './poll-order.ts';
import { usePayments } from '../../commerce/payments.ts';
import { type RefusalCode, refusalCode } from '../../commerce/refusals.ts';
import { overlapsOrder } from './overlapping-order.ts';
import { loadStripe } from '../../commerce/stripe.ts';
import { isAway, errorMessage } from '../../commerce/error-messages.ts';
import { useOrderOutcome } from './use-order-outcome.ts';

/** The buyer's means of payment. */
export interface PaymentSource {
  /** The provider's id of a card; undefined where nothing is to be paid. */
  readonly method: string | undefined;
  readonly save: boolean;
}

interface Payer {
  /** Null where something is wrong with the card, which is then shown at it. */
  readonly paymentSource: () => Promise<PaymentSource | null>;
  /** Shows why the card was refused. */
  readonly refuse: (words: string) => void;
}

/**
 * One purchase, from the press of the button to its end: whatever happens in between, it is made once. `askPrice` has the
 * price asked for again when it is not the one that was shown.
 */
export function usePurchase(basket: Basket, askPrice: () => void) {
  const t = useShopT();
  const { connection } = useAppContext();
  const payments = usePayments();
  const { phase, setPhase, follow, finish } = useOrderOutcome(basket.eventId, null);
  const [notice, setNotice] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const [isTrialOfOthers, setTrialOfOthers] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const isBusy = useRef(false);
  /** The word of the purchase that was sent last, and what that was. */
  const key = useRef<{ of: string; word: string } | null>(null);
  const orderId = useRef<number | null>(null);

  // After a return from the bank by the browser's button the page may come from the back/forward cache.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setPhase(null);
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [setPhase]);

  const send = ({ method, save }: PaymentSource, { coupon, total, next }: Quote): Promise<Purchase> => {
    const of = JSON.stringify([method, save, coupon, total, next?.amount]);
    if (key.current?.of !== of) key.current = { of, word: makeIdempotencyKey() };
    const trk = basket.trk ?? connection.stored.get('trk');
    const payment = {
      ...(method !== undefined && { payment_method: method }),
      ...(save && { save_card: true }),
      idempotency_key: key.current.word,
      // Nothing is charged that was not shown.
      expected_total: total,
      ...(next && { expected_next: next.amount }),
      ...(trk !== null && { trk }),
    };
    const subscription = basket.items[0]?.subscription_id;
    if (basket.trial && typeof subscription === 'number') return startTrial(connection, subscription, payment);
    return buy(connection, basket.items, {
      ...payment,
      ...(coupon !== null && { coupon }),
    });
  };

  const settle = async ({ order, next_action: next, client_secret: secret }: Purchase, { coupon }: Quote) => {
    orderId.current = order.id;
    if (basket.trial && order.status !== 'failed') noteTrial();
    if (next) {
      const { pathname, search } = location;
      rememberBankRedirect({ order: order.id, eventId: basket.eventId, href: pathname + search, coupon });
      location.assign(bankAddress(next.url));
      return;
    }
    if (order.status === 'paid') return finish(order);
    if (order.status !== 'failed' && secret !== null && payments.provider === 'stripe') {
      // However this ends, the order says so.
      await loadStripe(payments.publishable_key ?? '')
        .then((stripe) => stripe.handleNextAction({ clientSecret: secret }))
        .catch(() => {});
    }
    await follow(order);
    // Another try is another purchase; the server knows the first one by its order.
    key.current = null;
  };

  /** Another tab, or an earlier visit, is paying for the same: its order says what became of it. */
  const followOther = async (quote: Quote) => {
    const other = (await fetchOrders(connection)).find((order) => isUndecided(order) && overlapsOrder(order, quote));
    if (!other) throw new Error('nothing is under way any more');
    orderId.current = other.id;
    await follow(other);
  };

  const complain = async (error: unknown, quote: Quote, payer: Payer): Promise<void> => {
    if (error instanceof ApiError && error.code === 'payment_under_way') {
      return followOther(quote).catch((cause: unknown) => complain(cause, quote, payer));
    }
    // The form has to be there again before it can say what is wrong.
    flushSync(() => setPhase(null));
    // The outcome is unknown when the server is away: the next try keeps the idempotency key.
    if (!isAway(error)) key.current = null;
    if (error instanceof ApiError && error.code === 'price_changed') {
      setNotice(t('buy.priceChanged'));
      return askPrice();
    }
    if (error instanceof ApiError && error.code === 'trial_card_used') {
      setTrialOfOthers(true);
      return payer.refuse(t('buy.trialCard'));
    }
    const code = refusalCode(error);
    if (code) setRefusal(code);
    else if (error instanceof ApiError && error.code === 'card_declined') {
      const [problem] = fieldProblems(error, 'payment_method');
      payer.refuse(problem ? problemText(problem, t) : t('problem.card_declined'));
    } else setNotice(errorMessage(error, t));
  };

  const pay = async (quote: Quote, payer: Payer) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPaying(true);
    setNotice(null);
    try {
      const source = await payer.paymentSource();
      if (!source) return;
      setPhase({ name: 'processing' });
      await settle(await send(source, quote), quote);
    } catch (error) {
      await complain(error, quote, payer);
    } finally {
      isBusy.current = false;
      setPaying(false);
    }
  };

  return {
    phase,
    notice,
    refusal,
    /** Whether the card has had a trial with another account: this one may still use another, or subscribe. */
    isTrialOfOthers,
    isPaying,
    pay,
    again: () => setPhase(null),
    lookAgain: () => {
      if (orderId.current !== null) void follow({ id: orderId.current });
    },
  };
}

/** A trial is had once. */
function noteTrial(): void {
  const { user, setUser } = useSession.getState();
  if (user) setUser({ ...user, trial_period_used: true });
}

/** The page where a bank asks for more. */
function bankAddress(url: string): string {
  const address = new URL(url, location.href);
  if (!/^https?:$/.test(address.protocol)) throw new Error('a bank has a web address');
  return address.href;
}

/** A word for one purchase: however often it is sent, the server buys once. */
function makeIdempotencyKey(): string {
  // `randomUUID` is not there on pages without https.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
