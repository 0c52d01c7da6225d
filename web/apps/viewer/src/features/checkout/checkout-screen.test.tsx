import type { Profile } from '@touchline/api';
import { refuse, refuseField } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { makeBoot, makeEvent } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makeCard, makeOrder, makePass, makeProduct, makeQuote } from '../../testing/shop.ts';

const PURCHASE = { order: makeOrder(), client_secret: null, next_action: null };

let close = () => {};
/** What the bank got, and what it says. */
let bank: URLSearchParams[];
let bankSays: () => Response;

beforeEach(() => {
  bank = [];
  bankSays = () => Response.json({ id: 'pm_new', card: { brand: 'visa', last4: '4242' } });
  vi.stubGlobal('fetch', async (_: unknown, { body }: { body: URLSearchParams }) => {
    bank.push(body);
    return bankSays();
  });
});

afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
  sessionStorage.clear();
  vi.useRealTimers();
});

interface Sent {
  readonly payment_method?: string;
  readonly idempotency_key: string;
}

async function open(address: string, server: Server = {}, user: Profile | null = makeProfile()) {
  useSession.getState().setUser(user);
  const boot = makeBoot();
  boot.bootstrap.packages = [makePass({ id: 3 })];
  boot.bootstrap.subscriptions = [makePass({ id: 2, period: 'monthly', trial_period: 7 })];
  const bodies: Sent[] = [];
  const app = await openApp(
    address,
    {
      'GET profile': () => user,
      'POST stripe/invoice-preview': () => makeQuote(),
      'GET stripe/list-cards': () => [],
      ...server,
      ...('POST stripe/buy' in server && {
        'POST stripe/buy': async (request: Request) => {
          bodies.push(await request.clone().json());
          return server['POST stripe/buy']?.(request);
        },
      }),
    },
    { boot },
  );
  ({ close } = app);
  return { ...app, bodies };
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function typeCard() {
  await screen.findByLabelText('Card number');
  type('Card number', '4242424242424242');
  type('Expiry (MM / YY)', '1299');
  type('CVC', '123');
}

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('CheckoutScreen', () => {
  it('ROUTE-16 PAY-09 PAY-16 PAY-18 says what is charged, that sales are final, and that no money moves', async () => {
    const next = { amount: '49.99', at: Date.parse('2027-11-15T12:00:00Z') / 1000 };
    const { calls } = await open('/buy?package_id=3', { 'POST stripe/invoice-preview': () => makeQuote({ next }) });
    expect(await screen.findByRole('button', { name: 'Pay USD $49.99' })).toBeTruthy();
    expect(document.title).toBe('Checkout – Northline');
    const summary = screen.getByRole('region', { name: 'Your order' }).textContent;
    expect(summary).toContain('Season Pass');
    expect(summary).toContain('USD $44.99');
    expect(summary).toContain('TaxesUSD $5.00');
    expect(summary).toContain('Price nowUSD $49.99');
    expect(summary).toContain('USD $49.99 on Nov 15, 2027');
    expect(summary).toContain('14 games');
    expect(screen.getByText('All sales are final, no refunds')).toBeTruthy();
    expect(await screen.findByText('TEST MODE')).toBeTruthy();
    expect(screen.getByText('4242 4242 4242 4242')).toBeTruthy();
    expect(calls).toContain('POST stripe/invoice-preview');
  });

  it('PAY-04 PAY-18 ANA-07 a new card goes to the bank, and only its id to the server', async () => {
    const { bodies } = await open('/buy?package_id=3&trk=letter', { 'POST stripe/buy': () => PURCHASE });
    await typeCard();
    fireEvent.click(screen.getByLabelText('Save this card for next time'));
    await press('Pay USD $49.99');
    expect(await screen.findByText('Season Pass is yours now.')).toBeTruthy();
    expect(bank.map((form) => Object.fromEntries(form))).toEqual([
      {
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2099',
        'card[cvc]': '123',
      },
    ]);
    expect(bodies).toMatchObject([
      { type: 'package', package_id: 3, payment_method: 'pm_new', save_card: true, trk: 'letter' },
    ]);
    expect(JSON.stringify(bodies)).not.toContain('42424242');
    expect(screen.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/profile');
  });

  it('PAY-04 PAY-09 says what was shown; a price that has changed is shown, and asked about again', async () => {
    let price = '34.99';
    const { bodies } = await open('/buy?package_id=3', {
      'POST stripe/invoice-preview': () => makeQuote({ total: price }),
      'POST stripe/buy': async (request: Request) => {
        const { expected_total: expected } = await request.clone().json();
        return expected === price ? PURCHASE : refuse(400, 'price_changed');
      },
    });
    await typeCard();
    price = '84.99';
    await press('Pay USD $34.99');
    expect(await screen.findByText(/The price has changed, and nothing was charged/)).toBeTruthy();
    expect(screen.queryByText('Season Pass is yours now.')).toBeNull();
    await screen.findByRole('button', { name: 'Pay USD $84.99' });
    await press('Pay USD $84.99');
    expect(await screen.findByText('Season Pass is yours now.')).toBeTruthy();
    const [first, second] = bodies;
    expect(bodies).toMatchObject([{ expected_total: '34.99' }, { expected_total: '84.99' }]);
    expect(first?.idempotency_key).not.toBe(second?.idempotency_key);
  });

  it('T53 says kindly that nothing is for sale, and asks for no card', async () => {
    useSession.getState().setUser(makeProfile());
    const boot = makeBoot();
    boot.bootstrap.packages = [makePass({ id: 3 })];
    boot.bootstrap.settings.payments = { provider: 'none', publishable_key: null, is_test: false };
    const app = await openApp('/buy?package_id=3', { 'GET profile': () => makeProfile() }, { boot });
    ({ close } = app);
    expect(await screen.findByText('Nothing is for sale at the moment')).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(app.calls).not.toContain('POST stripe/invoice-preview');
  });

  it('PAY-20 a purchase from a game leads back to it, and asks for it again', async () => {
    let event = makeEvent({ id: 5, type: 'paid', access_type: 'paid', has_access: false, single_event_package_id: 6 });
    const { router } = await open('/watch/5', {
      'POST stripe/buy': () => {
        event = { ...event, has_access: true };
        return PURCHASE;
      },
      'GET events/5': () => event,
    });
    const link = await screen.findByRole('link', { name: 'Buy this game' });
    await act(async () => void fireEvent.click(link));
    await typeCard();
    await press('Pay USD $49.99');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/watch/5'));
    await vi.waitFor(() => expect(screen.getByRole('main').textContent).toContain('Granite Bay'));
    expect(screen.queryByRole('link', { name: 'Buy this game' })).toBeNull();
  });

  it('VAL-09 asks for a card where none is chosen, and pays with a saved one', async () => {
    const { bodies } = await open('/buy?package_id=3', {
      'GET stripe/list-cards': () => [makeCard({ is_default: false })],
      'POST stripe/buy': () => PURCHASE,
    });
    const saved = await screen.findByRole('radio', { name: /Visa ending in 4242/ });
    await press('Pay USD $49.99');
    expect(screen.getByRole('alert').textContent).toBe('Please select one of your saved cards or enter new one');
    expect(bodies).toEqual([]);
    fireEvent.click(saved);
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Pay USD $49.99');
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(bodies).toMatchObject([{ payment_method: 'pm_saved' }]);
    expect(bank).toEqual([]);
  });

  it('VAL-09 PAY-04 asks for the fields of a new card before anything is sent', async () => {
    const { bodies } = await open('/buy?package_id=3', { 'POST stripe/buy': () => PURCHASE });
    await screen.findByLabelText('Card number');
    await press('Pay USD $49.99');
    expect(screen.getByText('Please select one of your saved cards or enter new one')).toBeTruthy();
    type('Card number', '4242424242424241');
    await press('Pay USD $49.99');
    expect(screen.getByText('Check the card number')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Card number'));
    expect([bank, bodies]).toEqual([[], []]);
  });

  it.each([
    [
      refuseField({ field: 'payment_method', code: 'insufficient_funds' }, 'card_declined'),
      'Your card has insufficient funds.',
    ],
    [refuse(400, 'card_declined'), 'Your card was declined.'],
  ])(
    'PAY-04 a declined card says why at the field and keeps all but the cvc; the next try is another one',
    async (refusal, why) => {
      let isDeclined = true;
      const { bodies } = await open('/buy?package_id=3', {
        'POST stripe/buy': () => (isDeclined ? refusal : PURCHASE),
      });
      await typeCard();
      await press('Pay USD $49.99');
      const number = await screen.findByLabelText<HTMLInputElement>('Card number');
      const described = document.getElementById(number.getAttribute('aria-describedby') ?? '');
      expect(described?.textContent).toBe(why);
      expect(number.value).toBe('4242 4242 4242 4242');
      expect(document.activeElement).toBe(number);
      expect(screen.getByLabelText<HTMLInputElement>('CVC').value).toBe('');
      isDeclined = false;
      type('CVC', '321');
      await press('Pay USD $49.99');
      expect(await screen.findByText('Thank you')).toBeTruthy();
      expect(bodies[0]?.idempotency_key).not.toBe(bodies[1]?.idempotency_key);
      expect(bank).toHaveLength(2);
    },
  );

  it('PAY-04 PAY-18 a card problem found by the bank is named at its field', async () => {
    const error = { code: 'expired_card', message: 'In the words of the bank', param: 'exp_month' };
    bankSays = () => Response.json({ error }, { status: 402 });
    const { bodies } = await open('/buy?package_id=3', { 'POST stripe/buy': () => PURCHASE });
    await typeCard();
    await press('Pay USD $49.99');
    expect(await screen.findByText('Your card has expired.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Expiry (MM / YY)'));
    error.code = 'card_declined';
    Object.assign(error, { decline_code: 'insufficient_funds', param: undefined });
    await press('Pay USD $49.99');
    expect(await screen.findByText('Your card has insufficient funds.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Card number'));
    expect(bodies).toEqual([]);
  });

  it('PAY-04 a provider that is away loses nothing: the next try is the same purchase', async () => {
    let isAway = true;
    const { bodies } = await open('/buy?package_id=3', {
      'POST stripe/buy': () => (isAway ? refuse(503, 'provider_unavailable') : PURCHASE),
    });
    await typeCard();
    await press('Pay USD $49.99');
    expect(await screen.findByText(/is not responding/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('CVC').value).toBe('123');
    isAway = false;
    await press('Pay USD $49.99');
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bank).toHaveLength(1);
  });

  it('PAY-04 another card after an outage of the provider is another purchase', async () => {
    const { bodies } = await open('/buy?package_id=3', {
      'GET stripe/list-cards': () => [makeCard(), makeCard({ id: 'pm_2', last4: '4444', is_default: false })],
      'POST stripe/buy': () => refuse(503, 'provider_unavailable'),
    });
    const other = await screen.findByRole('radio', { name: /4444/ });
    await press('Pay USD $49.99');
    await screen.findByText(/is not responding/);
    fireEvent.click(other);
    await press('Pay USD $49.99');
    await vi.waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[0]?.idempotency_key).not.toBe(bodies[1]?.idempotency_key);
  });

  it('PAY-04 a second press does nothing', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { bodies } = await open('/buy?package_id=3', { 'POST stripe/buy': () => answer.promise });
    await typeCard();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay USD $49.99' });
    const form = button.form ?? document.querySelector('form');
    act(() => {
      if (!form) return;
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    expect(await screen.findByText('Your payment is being processed…')).toBeTruthy();
    if (form) fireEvent.submit(form);
    await act(async () => answer.resolve(PURCHASE));
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(bodies).toHaveLength(1);
  });

  it('PAY-06 VAL-09 a wrong promo code is said at its field, a right one lowers the price', async () => {
    const codes: unknown[] = [];
    const { bodies } = await open('/buy?package_id=3', {
      'GET stripe/list-cards': () => [makeCard()],
      'POST stripe/invoice-preview': async (request: Request) => {
        const { coupon } = await request.json();
        codes.push(coupon);
        if (coupon === 'NOPE') return refuseField({ field: 'coupon', code: 'wrong_promo_code' }, 'wrong_promo_code');
        return coupon === 'TEN' ? makeQuote({ coupon, discount: '10.00', total: '39.99' }) : makeQuote();
      },
      'POST stripe/buy': () => PURCHASE,
    });
    await screen.findByText('I have a promo code');
    type('Promo code', ' NOPE ');
    await press('Apply');
    expect(await screen.findByText('Wrong promo code')).toBeTruthy();
    expect(screen.getByLabelText('Promo code').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Pay USD $49.99' })).toBeTruthy();
    type('Promo code', 'TEN');
    await press('Apply');
    expect(await screen.findByText('Discount (TEN)')).toBeTruthy();
    await press('Pay USD $39.99');
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(codes).toEqual([undefined, 'NOPE', 'TEN']);
    expect(bodies).toMatchObject([{ coupon: 'TEN', payment_method: 'pm_saved' }]);
  });

  it('PAY-04 a purchase that costs nothing asks for no card', async () => {
    const { bodies } = await open('/buy?package_id=3', {
      'POST stripe/invoice-preview': () => makeQuote({ total: '0.00' }),
      'POST stripe/buy': () => PURCHASE,
    });
    await screen.findByText('Nothing to pay. No card needed.');
    expect(screen.queryByLabelText('Card number')).toBeNull();
    await press('Get it for free');
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(bodies[0]).not.toHaveProperty('payment_method');
  });

  it('PAY-08 a card that had a trial with another account is said at the card, with a way to subscribe', async () => {
    const start = 1_794_700_000;
    await open('/buy?subscription_id=2&type=trial', {
      'POST stripe/invoice-preview': () =>
        makeQuote({ total: '0.00', is_trial: true, next: { amount: '9.99', at: start + 7 * 86_400 } }),
      'POST stripe/subscription/start_trial': () =>
        Response.json({ message: 'no', code: 'trial_card_used', errors: {} }, { status: 400 }),
    });
    await typeCard();
    await press('Start the 7-day trial');
    const number = await screen.findByLabelText<HTMLInputElement>('Card number');
    const described = document.getElementById(number.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(/^This card was used for a free trial with another account\./);
    const other = screen.getByRole('link', { name: 'Subscribe without a trial' });
    expect(other.getAttribute('href')).toBe('/buy?subscription_id=2');
  });

  it('PAY-08 ANA-07 a trial is started with a card, and is used up then', async () => {
    const sent: unknown[] = [];
    const start = 1_794_700_000;
    await open('/buy?subscription_id=2&type=trial&trk=letter', {
      'GET profile': () => makeProfile({ trial_period_used: sent.length > 0 }),
      'GET stripe/list-cards': () => [makeCard()],
      'POST stripe/invoice-preview': async (request: Request) => {
        expect(await request.json()).toMatchObject({ trial: true, items: [{ subscription_id: 2 }] });
        return makeQuote({ total: '0.00', is_trial: true, next: { amount: '9.99', at: start + 7 * 86_400 } });
      },
      'POST stripe/subscription/start_trial': async (request: Request) => {
        sent.push(await request.json());
        return PURCHASE;
      },
    });
    await screen.findByText(/You will not be charged today/);
    await press('Start the 7-day trial');
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(sent).toMatchObject([{ subscription_id: 2, payment_method: 'pm_saved', trk: 'letter' }]);
    expect(useSession.getState().user?.trial_period_used).toBe(true);
  });

  it('NAV-05 PAY-09 a visitor sees the price first, then the way in and back', async () => {
    const address = '/buy?package_id=3&event_id=5';
    const { calls } = await open(address, {}, null);
    expect(await screen.findByText('Log in or register to continue')).toBeTruthy();
    expect(screen.getByText('TEST MODE')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Your order' }).textContent).toContain('USD $49.99');
    const main = within(screen.getByRole('main'));
    for (const name of ['Register', 'Log in']) {
      const href = main.getByRole('link', { name }).getAttribute('href') ?? '';
      expect(new URL(href, 'http://channel.test').searchParams.get('return')).toBe(address);
    }
    expect(calls).not.toContain('GET stripe/list-cards');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it.each([
    ['already_owned', 'You already have this'],
    ['region_blocked', 'Not available in your region'],
    ['pass_not_found', 'Pass not found'],
    ['participant_not_selected', 'Your selection is incomplete'],
  ])('PAY-14 UI-14 VAL-12 %s is said before a card is asked for', async (code, words) => {
    const { calls } = await open('/buy?package_id=3', { 'POST stripe/invoice-preview': () => refuse(400, code) });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See passes' })).toBeTruthy();
    expect(calls).not.toContain('GET stripe/list-cards');
  });

  it.each([
    ['/buy', 'id not selected'],
    ['/buy?event_id=5', 'id not selected'],
    ['/buy?package_id=99', 'Pass not found'],
  ])('VAL-12 %s: %s, and the server is not asked', async (address, words) => {
    const { calls } = await open(address);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(calls).not.toContain('POST stripe/invoice-preview');
  });

  it('UI-18 a price that cannot be had is asked for again', async () => {
    let quote: unknown;
    await open('/buy?package_id=3', { 'POST stripe/invoice-preview': () => quote });
    expect(await screen.findByText('The price could not be loaded.')).toBeTruthy();
    quote = makeQuote();
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Pay USD $49.99' })).toBeTruthy();
  });

  it('PAY-04 a purchase that the bank wants confirmed leads to the bank', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const url = 'https://bank.test/3ds/1';
    await open('/buy?package_id=3&event_id=5', {
      'GET stripe/list-cards': () => [makeCard()],
      'POST stripe/buy': () => ({
        order: makeOrder({ status: 'processing' }),
        client_secret: 's',
        next_action: { type: 'redirect', url },
      }),
    });
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Pay USD $49.99');
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(url));
    expect(screen.getByText('Your payment is being processed…')).toBeTruthy();
  });

  it('PAY-18 a buyer who comes back from a bank by the button of the browser can pay again', async () => {
    vi.spyOn(location, 'assign').mockImplementation(() => {});
    const order = makeOrder({ status: 'processing' });
    const next = { type: 'redirect', url: 'https://bank.test/3ds' };
    await open('/buy?package_id=3', {
      'GET stripe/list-cards': () => [makeCard()],
      'POST stripe/buy': () => ({ order, client_secret: 's', next_action: next }),
    });
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Pay USD $49.99');
    expect(await screen.findByText('Your payment is being processed…')).toBeTruthy();
    await act(async () => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(screen.queryByText('Your payment is being processed…')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay USD $49.99' }).disabled).toBe(false);
  });

  it('PAY-13 a purchase being paid in another tab is waited for here too, and no other order is', async () => {
    const { calls } = await open('/buy?package_id=3', {
      'GET stripe/list-cards': () => [makeCard()],
      'POST stripe/buy': () => refuse(400, 'payment_under_way'),
      'GET orders': () => [
        makeOrder({ id: 10, status: 'processing', products: [makeProduct({ id: 9 })] }),
        makeOrder({ id: 11, status: 'failed' }),
        makeOrder({ id: 12, status: 'processing' }),
      ],
      'GET orders/12': () => makeOrder(),
    });
    await screen.findByRole('radio', { name: /Visa/ });
    await press('Pay USD $49.99');
    expect(await screen.findByText('Season Pass is yours now.')).toBeTruthy();
    expect(calls).toContain('GET orders/12');
  });
});
