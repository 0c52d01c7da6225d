import type { Order } from '@touchline/api';
import { refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makeCard, makeOrder, makeProduct } from '../../testing/shop.ts';

const ENDS = Date.parse('2026-12-15T12:00:00Z') / 1000;
const MONTHLY = makeOrder({
  id: 2,
  type: 'subscription',
  subscription_type: 'created',
  product: makeProduct({ name: 'Monthly' }),
  products: [],
  auto_renewal: 'active',
  ends_at: ENDS,
  next: { amount: '9.99', at: ENDS },
});
const OLD = makeOrder({ id: 1, activity_status: 'expired', products: [makeProduct({ name: 'Last year' })] });
const FAILED = makeOrder({
  id: 3,
  status: 'failed',
  activity_status: 'inactive',
  products: [makeProduct({ name: 'Tried' })],
  failure: 'In the words of the server',
  failure_code: 'card_declined',
});

let close = () => {};

afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
});

async function open(address: string, server: Server = {}) {
  const user = makeProfile();
  useSession.getState().setUser(user);
  const app = await openApp(address, {
    'GET profile': () => user,
    'GET orders': () => [FAILED, OLD, MONTHLY],
    'GET stripe/list-cards': () => [makeCard()],
    ...server,
  });
  ({ close } = app);
  return app;
}

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const titles = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

describe('the orders of a member', () => {
  it('ROUTE-08 PAY-12 the active ones come by themselves, all of them with the active first', async () => {
    const { router } = await open('/profile');
    await screen.findByText('Monthly');
    expect(titles()).toEqual(['Monthly']);
    await act(() => router.navigate({ href: '/profile?orders=all' }));
    await screen.findByText('Last year');
    expect(titles()).toEqual(['Monthly', 'Tried', 'Last year']);
    const states = screen.getAllByRole('article').map((card) => card.textContent);
    expect(states[0]).toContain('Active');
    expect(states[0]).toContain('New subscription');
    expect(states[1]).toContain('Failed');
    expect(states[2]).toContain('Expired');
  });

  it('PAY-10 PAY-17 a charge that failed is said, with what to do about it', async () => {
    const pastDue = { ...MONTHLY, is_past_due: true, grace_until: ENDS + 3 * 24 * 60 * 60 };
    await open('/profile', { 'GET orders': () => [pastDue] });
    expect(await screen.findByText(/We will try again, and you keep access until Dec 18, 2026/)).toBeTruthy();
    expect(screen.getByText(/The last charge failed/)).toBeTruthy();
    expect(screen.queryByText(/Renews on/)).toBeNull();
    const card = within(screen.getByRole('article'));
    expect(card.getByRole('button', { name: 'Invoices and payment details' })).toBeTruthy();
    expect(card.getByRole('button', { name: 'Cancel auto-renewal of Monthly' })).toBeTruthy();
  });

  it('PAY-10 a renewal is cancelled in two taps, where the button stands, and taken up again', async () => {
    const sent: unknown[] = [];
    let order: Order = MONTHLY;
    await open('/profile', {
      'POST stripe/unsubscribe': async (request: Request) => {
        const { undo, order_id: id } = await request.json();
        sent.push({ undo, id });
        order = { ...order, auto_renewal: undo ? 'active' : 'cancelled', cancellation: undo ? null : 'finished' };
        return { order };
      },
    });
    expect(await screen.findByText('Renews on Dec 15, 2026 for USD $9.99')).toBeTruthy();
    await press('Cancel auto-renewal of Monthly');
    const question = screen.getByRole('group', { name: 'Cancel auto-renewal?' });
    expect(question.textContent).toContain('You keep access until Dec 15, 2026.');
    expect(document.activeElement?.textContent).toBe('Yes, cancel it');
    expect(sent).toEqual([]);
    await press('Yes, cancel it');
    expect(await screen.findByText('Auto-renewal: Cancelled')).toBeTruthy();
    expect(screen.getByText('You keep access until Dec 15, 2026.')).toBeTruthy();
    await press('Resume auto-renewal of Monthly');
    expect(await screen.findByText('Auto-renewal: Active')).toBeTruthy();
    expect(sent).toEqual([
      { undo: false, id: 2 },
      { undo: true, id: 2 },
    ]);
  });

  it('PAY-10 a member who thinks again keeps the renewal; a cancellation under way is shown', async () => {
    const { calls } = await open('/profile', {
      'GET orders': () => [MONTHLY, { ...MONTHLY, id: 4, cancellation: 'processing', products: [makeProduct()] }],
    });
    await screen.findByText('The cancellation is being processed.');
    await press('Cancel auto-renewal of Monthly');
    await press('Keep it');
    expect(screen.getByRole('button', { name: 'Cancel auto-renewal of Monthly' })).toBeTruthy();
    expect(calls).not.toContain('POST stripe/unsubscribe');
  });

  it('ROUTE-08 PAY-12 transactions say what became of every payment', async () => {
    await open('/profile?tab=transactions');
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('FailedYour card was declined.');
    expect(rows[1]).toContain('Paid');
    expect(rows[2]).toContain('New subscription');
    expect(rows[2]).toContain('USD $49.99');
  });

  it.each(['/profile', '/profile?tab=transactions'])(
    'UI-18 %s: a list that cannot be had is asked for again',
    async (address) => {
      let orders: unknown;
      await open(address, { 'GET orders': () => orders });
      expect(await screen.findByText('Your orders could not be loaded.')).toBeTruthy();
      orders = [MONTHLY];
      await press('Try again');
      expect(await screen.findByText('Monthly')).toBeTruthy();
    },
  );

  it('PAY-11 the portal opens; a missing one is reported', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    let portal: unknown = refuse(400, 'no_customer');
    await open('/profile', { 'GET stripe/customer-portal': () => portal });
    await screen.findByText('Monthly');
    await press('Invoices and payment details');
    expect(await screen.findByText(/cannot be opened right now/)).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
    portal = { url: 'https://bank.test/portal' };
    await press('Invoices and payment details');
    await vi.waitFor(() => expect(String(assign.mock.calls[0]?.[0])).toBe('https://bank.test/portal'));
  });
});

describe('the saved cards of a member', () => {
  it('ROUTE-09 PAY-07 are listed, and removed after a question', async () => {
    let cards = [makeCard(), makeCard({ id: 'pm_2', brand: 'mastercard', last4: '4444', is_default: false })];
    const { calls } = await open('/profile/edit', {
      'GET stripe/list-cards': () => cards,
      'DELETE stripe/cards/pm_2': () => {
        cards = cards.slice(0, 1);
        return {};
      },
    });
    const list = await screen.findByRole('list', { name: 'Saved cards' });
    expect(list.textContent).toContain('Visa ending in 4242Default');
    expect(list.textContent).toContain('Expires 12 / 30');
    await press('Remove Mastercard ending in 4444');
    expect(calls).not.toContain('DELETE stripe/cards/pm_2');
    expect(document.activeElement?.textContent).toBe('Yes, remove');
    await press('Yes, remove');
    await vi.waitFor(() => expect(screen.queryByText('Mastercard ending in 4444')).toBeNull());
  });

  it('ROUTE-09 PAY-07 PAY-18 a card is added by the bank, with our leave', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL, { body }: { body: URLSearchParams }) => {
      asked.push(`${url.pathname} ${body.get('payment_method') ?? body.get('card[number]')}`);
      return Response.json({ id: 'pm_new' });
    });
    const cards: unknown[] = [];
    await open('/profile/edit', {
      'GET stripe/list-cards': () => cards,
      'POST stripe/setup-intent': () => ({ id: 'seti_1', client_secret: 'secret' }),
    });
    expect(await screen.findByText('You have no saved cards yet.')).toBeTruthy();
    await press('Add a card');
    expect(screen.getByText('TEST MODE')).toBeTruthy();
    type('Card number', '4242424242424242');
    type('Expiry (MM / YY)', '1299');
    type('CVC', '123');
    cards.push(makeCard());
    await press('Save card');
    expect(await screen.findByText('Visa ending in 4242')).toBeTruthy();
    expect(asked).toEqual([
      '/testbank/v1/payment_methods 4242424242424242',
      '/testbank/v1/setup_intents/seti_1/confirm pm_new',
    ]);
  });
});
