import { axeViolations } from '../support/page-checks.ts';
import {
  buyGamePath,
  cards,
  comeAsBuyer,
  ordersOf,
  passNamed,
  payButton,
  payWith,
  soldGame,
  typeCard,
} from '../support/shop.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

test('PAY-13 PAY-18 a bank that asks for more is answered on its own page, and leads back to the game', async ({
  page,
  api,
}) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  await payWith(page, cards.asks, '9.99');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(`/watch/${game.id}`);
  await expect(page.getByText(`Thank you. ${game.name} is yours now.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy this game' })).toHaveCount(0);
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);
});

test('PAY-13 PAY-18 a buyer refused by their bank reads so and retries with the same promo code and another card', async ({
  page,
  api,
}) => {
  const { id } = await passNamed(api, 'Season Pass');
  const buyer = await comeAsBuyer(page, api, `/buy?package_id=${id}`);
  await page.getByText('I have a promo code').click();
  await page.getByLabel('Promo code').fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await payWith(page, cards.asks, '76.49');
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`/buy?package_id=${id}`);
  await payWith(page, cards.good, '76.49');
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();
  expect(await ordersOf(api, buyer)).toEqual(['Season Pass: paid', 'Season Pass: failed']);
});

test('PAY-13 a buyer who leaves the page of their bank pays the same order with another card', async ({
  page,
  api,
}) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  await payWith(page, cards.asks, '9.99');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.goto(buyGamePath(game));
  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);
});

test('PAY-13 PAY-20 a bank that takes its time: the truth is told, and every tab is let in as soon as it is paid', async ({
  page,
  api,
  context,
}) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  // The bank knows such a card by its id alone.
  const slow = { id: 'pm_card_processing', card: { brand: 'visa', last4: '0077' } };
  await context.route('**/testbank/v1/payment_methods', (route) => route.fulfill({ json: slow }));
  const other = await context.newPage();
  await other.goto(buyGamePath(game));
  for (const tab of [page, other]) await typeCard(tab, cards.good);
  await Promise.all([page, other].map((tab) => payButton(tab, '9.99').click()));
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Your payment is being processed…' })).toBeVisible();
  }
  await expect(page).toHaveURL(`/watch/${game.id}`, { timeout: waitLimit(30_000) });
  await expect(other).toHaveURL(`/watch/${game.id}`, { timeout: waitLimit(30_000) });
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);
});

test('PAY-04 VAL-09 a declined card is said at its field; another one goes on, and nothing is lost', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/40[02] .*\/(api\/stripe\/buy|testbank\/v1\/payment_methods)/);
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  await payButton(page, '9.99').click();
  await expect(page.getByRole('alert')).toHaveText('Please select one of your saved cards or enter new one');

  const number = page.getByLabel('Card number');
  await typeCard(page, '4242 4242 4242 4241');
  await payButton(page, '9.99').click();
  await expect(number).toHaveAccessibleDescription('Check the card number');
  await expect(number).toBeFocused();

  await payWith(page, cards.declined, '9.99');
  await expect(number).toHaveAccessibleDescription('Your card was declined.');
  await expect(number).toBeFocused();
  await expect(number).toHaveValue(cards.declined);
  await expect(page.getByLabel('CVC')).toHaveValue('');
  expect(await axeViolations(page)).toEqual([]);

  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);
  expect((await ordersOf(api, buyer)).filter((order) => order.endsWith('paid'))).toEqual([`${game.name}: paid`]);
});

test('PAY-07 ROUTE-09 a saved card pays again, and can be removed', async ({ page, api }) => {
  const { id } = await passNamed(api, 'Season Pass');
  const game = await soldGame(api, 'upcoming');
  await comeAsBuyer(page, api, buyGamePath(game));
  await page.getByLabel('Save this card for next time').check();
  await payWith(page, cards.mastercard, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);

  await page.goto(`/buy?package_id=${id}`);
  const saved = page.getByRole('radio', { name: /Mastercard ending in 4444/ });
  await saved.check();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
  await payButton(page, '84.99').click();
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();

  await page.goto('/profile/edit');
  const list = page.getByRole('region', { name: 'Saved cards' });
  await list.getByRole('button', { name: 'Remove Mastercard ending in 4444' }).click();
  await list.getByRole('button', { name: 'Yes, remove' }).click();
  await expect(list.getByText('You have no saved cards yet.')).toBeVisible();
  await list.getByRole('button', { name: 'Add a card' }).click();
  await typeCard(page, cards.good);
  await list.getByRole('button', { name: 'Save card' }).click();
  await expect(list.getByText('Visa ending in 4242')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('PAY-13 PAY-17 a bank that is away is said, and the same purchase goes on once it is back', async ({
  page,
  api,
  touchline,
  problems,
}) => {
  problems.allow(/503 .*\/api\/stripe\/buy|\/testbank\/v1\/payment_methods/);
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  await typeCard(page, cards.good);
  try {
    await touchline.turnBank({ down: 'true' });
    await payButton(page, '9.99').click();
    const words = 'The payment service is not responding. Try again: you will not be charged twice.';
    await expect(page.getByRole('alert')).toHaveText(words, { timeout: waitLimit(45_000) });
    await expect(page.getByLabel('Card number')).toHaveValue(cards.good);
  } finally {
    await touchline.turnBank();
  }
  await payButton(page, '9.99').click();
  await expect(page).toHaveURL(`/watch/${game.id}`, { timeout: waitLimit(30_000) });
  expect((await ordersOf(api, buyer)).filter((order) => order.endsWith('paid'))).toEqual([`${game.name}: paid`]);
});

test('PAY-13 PAY-17 an answer that is lost is asked for again: one order, one payment', async ({
  page,
  api,
  problems,
}) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  // The browser itself loses the answer: the server has sold, and the page does not know.
  await page.route(
    '**/api/stripe/buy',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  problems.allow(/ERR_CONNECTION_RESET/);
  await payWith(page, cards.good, '9.99');
  await expect(page.getByRole('alert')).toContainText('you will not be charged twice');
  await payButton(page, '9.99').click();
  await expect(page).toHaveURL(`/watch/${game.id}`);
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);
});
