import type { Page } from '@playwright/test';
import { axeViolations } from '../support/page-checks.ts';
import {
  buyGamePath,
  cards,
  comeAsBuyer,
  expectNoCard,
  ordersOf,
  passNamed,
  payButton,
  payWith,
  soldGame,
  summary,
  typeCard,
} from '../support/shop.ts';
import { expect, test } from '../support/test.ts';

async function applyCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Promo code');
  if (!(await field.isVisible())) await page.getByText('I have a promo code').click();
  await field.fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

/** "Nov 22, 2026", so many days from now, where the buyer is. */
function dayAhead(days: number): string {
  const day = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Europe/London' }).format(day);
}

test('PAY-06 PAY-09 VAL-09 a promo code makes it cheaper, in sight and before anything is agreed to', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/stripe\/invoice-preview/);
  const { id } = await passNamed(api, 'Season Pass');
  const buyer = await comeAsBuyer(page, api, `/buy?package_id=${id}`);
  await expect(summary(page)).toContainText('Price nowUSD $84.99');

  await applyCode(page, '');
  await expect(page.getByLabel('Promo code')).toHaveAccessibleDescription('Please fill in the input field');
  await applyCode(page, 'NOSUCHCODE');
  await expect(page.getByLabel('Promo code')).toHaveAccessibleDescription('Wrong promo code');
  await expect(payButton(page, '84.99')).toBeEnabled();
  expect(await axeViolations(page)).toEqual([]);

  await applyCode(page, ' welcome10 ');
  await expect(summary(page)).toContainText('Discount (WELCOME10)');
  await expect(summary(page)).toContainText('Price nowUSD $76.49');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(summary(page)).toContainText('Price nowUSD $84.99');
  await applyCode(page, 'WELCOME10');
  await payWith(page, cards.good, '76.49');
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();
  expect((await api.orders(buyer.key)).map(({ price, discount, coupon }) => [price, discount, coupon])).toEqual([
    ['76.49', '8.50', 'WELCOME10'],
  ]);
});

test('PAY-04 PAY-09 a changed price is shown and confirmed before the buyer pays it', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/stripe\/buy/);
  const { id } = await passNamed(api, 'Season Pass');
  // As if the price had been another when the page was opened.
  let isOld = true;
  await page.route('**/api/stripe/invoice-preview', async (route) => {
    const answer = await route.fetch();
    const quote = await answer.json();
    if (isOld) quote.data.total = '34.99';
    await route.fulfill({ response: answer, json: quote });
  });
  const buyer = await comeAsBuyer(page, api, `/buy?package_id=${id}`);
  await typeCard(page, cards.good);
  isOld = false;
  await payButton(page, '34.99').click();
  await expect(page.getByText('The price has changed, and nothing was charged.')).toBeVisible();
  await expect(summary(page)).toContainText('Price nowUSD $84.99');
  expect(await axeViolations(page)).toEqual([]);
  expect(await ordersOf(api, buyer)).toEqual([]);
  await payButton(page, '84.99').click();
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();
  expect(await ordersOf(api, buyer)).toEqual(['Season Pass: paid']);
});

test('PAY-06 a code that takes all of it off asks for no card', async ({ page, api }) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  await applyCode(page, 'FREEGAME');
  await expect(page.getByText('Nothing to pay. No card needed.')).toBeVisible();
  await expectNoCard(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Get it for free' }).click();
  await expect(page).toHaveURL(`/watch/${game.id}`);
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);
});

test('PAY-08 PAY-09 ROUTE-18 a trial says when it will be charged and how much, and is had once', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/stripe\//);
  const annual = await passNamed(api, 'Northline Annual');
  const buyer = await comeAsBuyer(page, api, '/packages');
  await page.getByRole('link', { name: 'Try 7 days for free: Northline Monthly' }).click();
  await expect(summary(page)).toContainText('Price nowUSD $0.00');
  await expect(summary(page)).toContainText(`USD $9.99 on ${dayAhead(7)}`);
  await expect(page.getByText('You will not be charged today.')).toBeVisible();
  await typeCard(page, cards.good);
  await page.getByRole('button', { name: 'Start the 7-day trial' }).click();
  await expect(page.getByText('Northline Monthly is yours now.')).toBeVisible();
  const [order] = await api.orders(buyer.key);
  expect([order?.status, order?.price, order?.next?.amount]).toEqual(['paid', '0.00', '9.99']);

  await page.goto('/packages');
  await expect(page.getByRole('link', { name: 'Subscribe to Northline Annual' })).toBeVisible();
  await expect(page.getByRole('link', { name: /for free/ })).toHaveCount(0);
  await page.goto(`/buy?type=trial&subscription_id=${annual.id}`);
  await expect(page.getByText('You have already used your free trial')).toBeVisible();
  await expectNoCard(page);
});

test('PAY-02 PAY-09 PAY-10 a subscription says its next charge, is cancelled in two taps and taken up again', async ({
  page,
  api,
}) => {
  const buyer = await comeAsBuyer(page, api, '/packages');
  await page.getByRole('link', { name: 'Subscribe to Northline Monthly' }).click();
  await expect(summary(page)).toContainText(/USD \$9\.99 on \w+ \d+, \d{4}/);
  await expect(summary(page)).toContainText('It renews automatically.');
  await payWith(page, cards.good, '9.99');
  await page.getByRole('link', { name: 'See your orders' }).click();

  const order = page.getByRole('article').filter({ hasText: 'Northline Monthly' });
  await expect(order).toContainText('New subscription');
  await expect(order).toContainText(/Renews on \w+ \d+, \d{4} for USD \$9\.99/);
  expect(await axeViolations(page)).toEqual([]);
  await order.getByRole('button', { name: 'Cancel auto-renewal of Northline Monthly' }).click();
  await order.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(order).toContainText('Auto-renewal: Cancelled');
  await expect(order).toContainText(/You keep access until/);
  await expect(order).toContainText('Active');
  expect((await api.orders(buyer.key))[0]?.auto_renewal).toBe('cancelled');
  expect(await axeViolations(page)).toEqual([]);

  await page.reload();
  await order.getByRole('button', { name: 'Resume auto-renewal of Northline Monthly' }).click();
  await expect(order).toContainText('Auto-renewal: Active');
  expect((await api.orders(buyer.key))[0]?.auto_renewal).toBe('active');
});

test('ROUTE-08 PAY-12 orders and transactions tell what was bought, tried and paid', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/stripe\/buy/);
  const game = await soldGame(api, 'upcoming');
  await comeAsBuyer(page, api, '/profile');
  await expect(page.getByRole('main')).toContainText(/no .*orders|nothing/i);
  await page.goto(buyGamePath(game));
  await payWith(page, cards.declined, '9.99');
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card was declined.');
  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);

  await page.goto('/profile');
  const order = page.getByRole('article').filter({ hasText: game.name });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText('Active');
  await page.goto('/profile?tab=transactions');
  const table = page.getByRole('region', { name: 'Transactions' });
  await expect(table.getByRole('row').filter({ hasText: 'Paid' })).toContainText('USD $9.99');
  await expect(table.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(1);
  expect(await axeViolations(page)).toEqual([]);
  await page.goto('/profile');
  await order.getByRole('link', { name: `Watch ${game.name}` }).click();
  await expect(page).toHaveURL(`/watch/${game.id}`);
});
