import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { buyGamePath, cards, comeAsBuyer, ordersOf, passNamed, payWith, soldGame, summary } from '../support/shop.ts';
import { expect, test } from '../support/test.ts';

test('PAY-14 PAY-09 an owner of one sport of a pass buys the rest of it for the rest of its price', async ({
  page,
  api,
}) => {
  const { id, event_categories: sports } = await passNamed(api, 'Season Pass');
  const buyer = await comeAsBuyer(page, api, `/buy?package_id=${id}&event_category_id=${sports[0]}`);
  await payWith(page, cards.good, '10.63');
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();

  await page.goto('/packages');
  await expect(page.getByText('You have 1 of 8 sports: the rest is USD $74.36.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Choose what Season Pass includes' }).click();
  await expect(summary(page)).toContainText('You have 1 of 8 sports: this is the rest.');
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await expect(page).toHaveURL(/\/buy\?/);
  await expect(summary(page)).toContainText('You have 1 of 8 sports: this is the rest.');
  await expect(summary(page)).toContainText('Price nowUSD $74.36');
  expect(await axeViolations(page)).toEqual([]);
  await payWith(page, cards.good, '74.36');
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();
  expect((await api.orders(buyer.key)).map(({ price, products }) => [price, products.length])).toEqual([
    ['74.36', sports.length - 1],
    ['10.63', 1],
  ]);
  await page.goto('/packages');
  const card = page.getByRole('article').filter({ hasText: 'Season Pass' });
  await expect(card).toContainText('You have this pass.');
});

test('PAY-16 OPS-01 an owner finds an order and refunds it, and the buyer loses the game', async ({ page, api }) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);

  await page.goto('/console/demo/orders');
  await page.getByLabel('Email').fill('owner@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Email address, order number or last digits of the card').fill(buyer.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/console\/demo\/orders\?find=/);
  const row = page.locator('.data-table tbody tr');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(game.name);
  await expect(row).toContainText('Paid');
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await horizontalOverflow(page)).toBe(0);
  await row.getByRole('button', { name: /^Refund order/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund USD $9.99?' });
  await expect(sheet).toContainText(buyer.email);
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Refund USD $9.99' }).click();
  await expect(row).toContainText('Refunded');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: refunded`]);

  await page.goto('/profile?orders=all');
  await expect(page.getByRole('article').filter({ hasText: game.name })).toContainText('Refunded');
});
