import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { makeBoot } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makeCard, makeOrder, makePass, makeQuote } from '../../testing/shop.ts';

let close = () => {};
let scripts: string[];
const createPaymentMethod = vi.fn<() => Promise<object>>();
const handleNextAction = vi.fn<(options: object) => Promise<object>>();
const elements = vi.fn<(options: object) => object>();

beforeEach(() => {
  scripts = [];
  createPaymentMethod.mockResolvedValue({ paymentMethod: { id: 'pm_stripe' } });
  handleNextAction.mockResolvedValue({});
  elements.mockReturnValue({
    create: () => ({
      mount: () => {},
      destroy: () => {},
      on: (name: string, done: () => void) => name === 'ready' && done(),
    }),
    update: () => {},
    submit: async () => ({}),
  });
  vi.stubGlobal('Stripe', () => ({ elements, createPaymentMethod, handleNextAction }));
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) append(node);
      else {
        scripts.push(node.src);
        queueMicrotask(() => node.dispatchEvent(new Event('load')));
      }
    }
  });
});

afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
});

async function open(server: Server) {
  useSession.getState().setUser(makeProfile());
  const boot = makeBoot();
  boot.bootstrap.packages = [makePass({ id: 3 })];
  boot.bootstrap.settings.payments = { provider: 'stripe', publishable_key: 'pk_live', is_test: false };
  const app = await openApp(
    '/buy?package_id=3',
    { 'POST stripe/invoice-preview': () => makeQuote(), 'GET stripe/list-cards': () => [], ...server },
    { boot },
  );
  ({ close } = app);
  return app;
}

const pay = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pay USD $49.99' })));

describe('PAY-18 with Stripe', () => {
  it('loads nothing of Stripe while a saved card will do', async () => {
    await open({ 'GET stripe/list-cards': () => [makeCard()] });
    expect(await screen.findByRole('radio', { name: /Visa/ })).toBeTruthy();
    expect(scripts).toEqual([]);
    expect(screen.queryByText('TEST MODE')).toBeNull();
  });

  it('Stripe’s fields take the card, only its id goes to the server, and the bank’s question opens in place', async () => {
    const sent: unknown[] = [];
    const { calls } = await open({
      'POST stripe/buy': async (request: Request) => {
        sent.push(await request.json());
        return { order: makeOrder({ status: 'processing' }), client_secret: 'secret', next_action: null };
      },
      'GET orders/12': () => makeOrder(),
    });
    await vi.waitFor(() => expect(elements).toHaveBeenCalled());
    expect(elements.mock.calls[0]?.[0]).toMatchObject({
      mode: 'payment',
      amount: 4999,
      currency: 'usd',
      paymentMethodTypes: ['card'],
    });
    expect(screen.queryByLabelText('Card number')).toBeNull();
    await pay();
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(sent).toMatchObject([{ payment_method: 'pm_stripe' }]);
    expect(handleNextAction).toHaveBeenCalledWith({ clientSecret: 'secret' });
    expect(calls).toContain('GET orders/12');
    expect(scripts.every((src) => src === 'https://js.stripe.com/v3')).toBe(true);
  });

  it('a card that Stripe refuses is named under its fields, and nothing is bought', async () => {
    createPaymentMethod.mockResolvedValue({ error: { message: 'Your card number is incomplete.' } });
    const { calls } = await open({});
    await vi.waitFor(() => expect(elements).toHaveBeenCalled());
    await pay();
    expect((await screen.findByRole('alert')).textContent).toBe('Your card number is incomplete.');
    expect(calls).not.toContain('POST stripe/buy');
  });
});
