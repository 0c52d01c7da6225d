import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OrderSummary, Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, refused } from '../../testing/open-console.tsx';

const ORDER: OrderSummary = {
  id: 12,
  status: 'paid',
  refund: null,
  can_be_refunded: true,
  names: ['Season Pass'],
  is_subscription: false,
  price: '84.99',
  currency: 'USD',
  email: 'fan@demo.test',
  created_at: 1_800_000_000,
  paid_at: 1_800_000_000,
  is_recovered: false,
};

const orders = (
  list: readonly OrderSummary[],
  may: Session['channels'][number]['may'] = ['see_orders', 'refund_orders'],
): Answers => ({
  'GET session': () =>
    ok({ ...OWNER, channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'finance', may }] }),
  'GET channels/1/orders': () => ok(list, { total: list.length }),
});

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('orders', () => {
  test('T52 an order that was lost and found at the payment provider says so, and no other', async () => {
    open(
      '/demo/orders',
      orders([
        { ...ORDER, is_recovered: true },
        { ...ORDER, id: 11 },
      ]),
    );
    const [found, other] = (await screen.findAllByText(/^Order \d+$/)).map((number) => number.closest('tr'));
    expect(found?.textContent).toContain('Found at the payment provider');
    expect(other?.textContent).not.toContain('Found at the payment provider');
  });

  test('PAY-16 an order is refunded once the question is answered, and watched until the bank has answered', async () => {
    const list = [ORDER, { ...ORDER, id: 11, email: null, status: 'failed' as const, can_be_refunded: false }];
    open('/demo/orders', {
      ...orders(list),
      'POST channels/1/orders/12/refund': () => {
        list[0] = { ...ORDER, refund: 'under_way', can_be_refunded: false };
        return ok(list[0]);
      },
    });
    const shown = within(await screen.findByRole('table', { name: 'Orders' }));
    const [, first, second] = shown.getAllByRole('row');
    expect(first?.textContent).toContain('USD $84.99');
    expect(first?.textContent).toContain('fan@demo.test');
    expect(second?.textContent).toContain('Account deleted');
    expect(screen.getAllByRole('button', { name: /^Refund order/ })).toHaveLength(1);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Refund order 12' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Refund USD $84.99?' }));
    expect(sheet.getByText(/Access ends as soon as the bank has accepted the refund/)).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).not.toContain('POST channels/1/orders/12/refund');
    await user.click(screen.getByRole('button', { name: 'Refund order 12' }));
    await user.click(await screen.findByRole('button', { name: 'Refund USD $84.99' }));
    await vi.waitFor(() => expect(first?.textContent).toContain('Refund in progress'));
    expect(screen.queryByRole('button', { name: 'Refund order 12' })).toBeNull();
    list[0] = { ...ORDER, status: 'refunded', can_be_refunded: false };
    await vi.waitFor(() => expect(first?.textContent).toContain('Refunded'));
    expect(screen.queryByText('Refund in progress')).toBeNull();
  });

  test('PAY-16 a refund that failed is found, said so, and tried again', async () => {
    open('/demo/orders', {
      ...orders([ORDER]),
      'GET channels/1/orders?refund_failed=true&offset=0&limit=25': () =>
        ok([{ ...ORDER, refund: 'failed', is_subscription: true }], { total: 1 }),
      'POST channels/1/orders/12/refund': () => refused(400, 'order_not_refundable'),
    });
    const user = userEvent.setup();
    await screen.findByText('Season Pass');
    await user.click(screen.getAllByRole('link', { name: 'Refund failed' })[0] ?? document.body);
    await user.click(await screen.findByRole('button', { name: 'Retry the refund of order 12' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByText(/The buyer still has access/)).toBeTruthy();
    expect(sheet.getByText(/the subscription end/)).toBeTruthy();
    await user.click(sheet.getByRole('button', { name: 'Refund USD $84.99' }));
    await vi.waitFor(() => expect(asked).toContain('POST channels/1/orders/12/refund'));
  });

  test('PAY-16 orders are found by address or number', async () => {
    open('/demo/orders', {
      ...orders([ORDER]),
      'GET channels/1/orders?search=rival&offset=0&limit=25': () => ok([], { total: 0 }),
    });
    const user = userEvent.setup();
    await user.type(
      await screen.findByLabelText('Email address, order number or last digits of the card'),
      ' rival{Enter}',
    );
    expect(await screen.findByText('No orders found')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Show all orders' }));
    expect(await screen.findByText('Season Pass')).toBeTruthy();
  });

  test('UI-19 a head sorts, a state filters, and a hidden column stays hidden', async () => {
    open('/demo/orders', orders([ORDER]));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Price' }));
    await vi.waitFor(() => expect(asked).toContain('GET channels/1/orders?sort=-price&offset=0&limit=25'));
    const head = await screen.findByRole('columnheader', { name: 'Price' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    await user.click(within(await screen.findByRole('table')).getByRole('link', { name: 'Paid' }));
    await vi.waitFor(() => expect(asked).toContain('GET channels/1/orders?status=paid&sort=-price&offset=0&limit=25'));
    await user.click(await screen.findByRole('checkbox', { name: 'Buyer', hidden: true }));
    expect(screen.queryByText('fan@demo.test')).toBeNull();
    cleanup();
    open('/demo/orders', orders([ORDER]));
    expect(await screen.findByText('Season Pass')).toBeTruthy();
    expect(screen.queryByText('fan@demo.test')).toBeNull();
    localStorage.clear();
  });

  test('UI-19 an address opens the sheet of a refund, and without it there is none', async () => {
    open('/demo/orders?sheet=12', orders([ORDER, { ...ORDER, id: 11 }]));
    const sheet = within(await screen.findByRole('dialog', { name: 'Refund USD $84.99?' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    open('/demo/orders?sheet=12', orders([ORDER], ['see_orders']));
    expect(await screen.findByText('Season Pass')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('T27 finance alone takes the orders along', async () => {
    open('/demo/orders?find=fan', orders([ORDER], ['see_orders', 'export_money']));
    const link = await screen.findByRole('link', { name: 'Download as CSV' });
    expect(link.getAttribute('href')).toBe('/console/api/channels/1/orders.csv?search=fan');
    cleanup();
    open('/demo/orders', orders([ORDER], ['see_orders']));
    expect(await screen.findByText('Season Pass')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download as CSV' })).toBeNull();
  });

  test('T27 support sees orders and sends nothing back; other roles ask for none', async () => {
    open('/demo/orders', orders([ORDER], ['see_orders']));
    expect(await screen.findByText('Season Pass')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refund order 12' })).toBeNull();
    cleanup();
    asked.length = 0;
    open('/demo2/orders', { 'GET session': () => ok(OWNER) });
    expect(await screen.findByText('You do not have access')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull();
    expect(asked).toEqual(['GET session']);
  });
});
