import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import type { BankRedirect } from './bank-redirect.ts';
import { makeBoot, makeEvent } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makeOrder, makePass, makeQuote } from '../../testing/shop.ts';

const PROCESSING = 'Your payment is being processed…';

let close = () => {};

afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
  sessionStorage.clear();
  vi.useRealTimers();
});

async function open(server: Server) {
  useSession.getState().setUser(makeProfile());
  const boot = makeBoot();
  boot.bootstrap.packages = [makePass({ id: 3 })];
  const app = await openApp('/buy?order=12', server, { boot });
  ({ close } = app);
  return app;
}

function leave(redirect: Partial<BankRedirect>) {
  const whole: BankRedirect = { order: 12, eventId: null, href: '/buy?package_id=3', coupon: null, ...redirect };
  sessionStorage.setItem('rudy_buying', JSON.stringify(whole));
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('the way back from a bank', () => {
  it('PAY-13 asks for the order every 2 s until it is paid', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    let status: 'processing' | 'paid' = 'processing';
    const { calls } = await open({ 'GET orders/12': () => makeOrder({ status }) });
    expect(await screen.findByText(PROCESSING)).toBeTruthy();
    await vi.waitFor(() => expect(calls.filter((call) => call === 'GET orders/12')).toHaveLength(1));
    status = 'paid';
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(await screen.findByText('Thank you')).toBeTruthy();
    expect(calls).not.toContain('POST stripe/invoice-preview');
  });

  it('PAY-13 a buyer who waits for long reads that they need not', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await open({ 'GET orders/12': () => makeOrder({ status: 'processing' }) });
    expect(await screen.findByText(PROCESSING)).toBeTruthy();
    expect(screen.queryByText(/is taking longer than usual/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(12_000));
    expect(screen.getByText(/is taking longer than usual/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toContain('/profile');
  });

  it('PAY-13 PAY-20 a game that was paid opens', async () => {
    leave({ eventId: 5 });
    const { router } = await open({
      'GET orders/12': () => makeOrder(),
      'GET events/5': () => makeEvent({ id: 5 }),
    });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/watch/5'));
  });

  it('PAY-13 a payment that failed says why, and goes on where it was left, with its promo code', async () => {
    leave({ coupon: 'WELCOME10' });
    const asked: unknown[] = [];
    const { router } = await open({
      'GET orders/12': () => makeOrder({ status: 'failed', failure: 'x', failure_code: 'card_declined' }),
      'GET stripe/list-cards': () => [],
      'POST stripe/invoice-preview': async (request: Request) => {
        asked.push((await request.json()).coupon);
        return makeQuote({ coupon: 'WELCOME10' });
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Your card was declined. You were not charged.');
    await press('Try again');
    expect(await screen.findByText('Code WELCOME10 applied.')).toBeTruthy();
    expect(router.state.location.href).toBe('/buy?package_id=3');
    expect(asked).toEqual(['WELCOME10']);
  });

  it('PAY-13 a payment that was begun elsewhere goes on with the passes', async () => {
    leave({ order: 11 });
    const { router } = await open({ 'GET orders/12': () => makeOrder({ status: 'failed' }) });
    await screen.findByRole('alert');
    await press('Try again');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/packages'));
  });

  it('PAY-13 an order that cannot be asked for is looked for again', async () => {
    let order: unknown;
    await open({ 'GET orders/12': () => order });
    expect(await screen.findByText(/could not confirm your payment/)).toBeTruthy();
    order = makeOrder();
    await press('Check again');
    expect(await screen.findByText('Thank you')).toBeTruthy();
  });
});
