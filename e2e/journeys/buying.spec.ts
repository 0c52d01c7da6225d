import type { Page } from '@playwright/test';
import { push } from '../support/broadcasts.ts';
import { fullTitleOf } from '../support/cards.ts';
import { newAddress } from '../support/mailbox.ts';
import { accountButton, fillLogin } from '../support/member.ts';
import { fillRegistration, newPassword } from '../support/newcomer.ts';
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
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

const playLimit = waitLimit(20_000);

const player = (page: Page) => page.getByRole('region', { name: /^Video player/ });

/** How many frames have been shown. */
function frames(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);
}

test('PAY-04 PAY-13 PAY-20 ROUTE-16 a game is bought at its own paywall, and plays there without a reload', async ({
  page,
  api,
  touchline,
}) => {
  const game = await soldGame(api, 'live');
  const encoder = push(await touchline.ingestAddress(game.id), {});
  try {
    const buyer = await comeAsBuyer(page, api, `/watch/${game.id}`);
    await page.evaluate(() => document.documentElement.setAttribute('data-visit', 'first'));
    await page.getByRole('link', { name: 'Buy this game' }).click();
    await expect(summary(page)).toContainText(/(?<!\d)1 game(?!s)/);
    await expect(summary(page)).toContainText('TaxesUSD $1.00');
    await expect(page.getByText('All sales are final, no refunds')).toBeVisible();
    await expect(page.getByText('TEST MODE')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    await payWith(page, cards.good, '9.99');
    await expect(page).toHaveURL(`/watch/${game.id}`);
    await expect(player(page)).toBeVisible({ timeout: playLimit });
    await expect.poll(() => frames(page), { timeout: playLimit }).toBeGreaterThan(10);
    await expect(page.locator('html[data-visit="first"]')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Buy this game' })).toHaveCount(0);
    expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);

    // The checkout is not on the way back.
    await page.goBack();
    await expect(page).toHaveURL(`/watch/${game.id}`);
    await expect(player(page)).toBeVisible();
  } finally {
    encoder.kill('SIGKILL');
  }
});

test('PAY-03 PAY-04 PAY-14 ROUTE-17 ROUTE-18 a pass is chosen, bought, and said to be owned from then on', async ({
  page,
  api,
}) => {
  const buyer = await comeAsBuyer(page, api, '/packages');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Basketball Pass' }) });
  await expect(card).toContainText(/\d+ games/);
  await card.getByRole('link', { name: 'Choose what Basketball Pass includes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Basketball Pass' })).toBeVisible();
  await expect(summary(page)).toContainText('TotalUSD $34.99');
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await payWith(page, cards.good, '34.99');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await expect(page.getByText('Basketball Pass is yours now.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(await ordersOf(api, buyer)).toEqual(['Basketball Pass: paid']);

  await page.getByRole('link', { name: 'See your orders' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Basketball Pass' })).toContainText('Active');
  await page.goto('/packages');
  await expect(card).toContainText('You have this pass.');
});

test('PAY-05 PAY-14 sports of a pass and an add-on are one order; what is owned cannot be chosen again', async ({
  page,
  api,
}) => {
  const season = await passNamed(api, 'Season Pass');
  const buyer = await comeAsBuyer(page, api, `/select-package/${season.id}`);
  const sports = page.getByRole('group', { name: 'Choose your sports' });
  const boxes = sports.getByRole('checkbox');
  await expect(boxes.first()).toBeChecked();
  // All of them are the pass, at its one price.
  await expect(summary(page)).toContainText('TotalUSD $84.99');
  // One sport is enough, and costs its share.
  const count = await boxes.count();
  for (let place = 1; place < count; place += 1) await boxes.nth(place).uncheck();
  await expect(summary(page)).toContainText('TotalUSD $10.63');
  await page
    .getByRole('group', { name: 'Add to it' })
    .getByRole('checkbox', { name: /Track and Field Extra/ })
    .check();
  await expect(summary(page)).toContainText('TotalUSD $22.62');
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await expect(summary(page)).toContainText('Track and Field Extra');
  await payWith(page, cards.good, '22.62');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await ordersOf(api, buyer)).toEqual(['Season Pass + Track and Field Extra: paid']);

  await page.goto(`/select-package/${season.id}`);
  await expect(boxes.first()).toBeDisabled();
  await expect(boxes.nth(1)).toBeEnabled();
  await page.goto(`/buy?package_id=${season.id}`);
  // The whole of it is what is missing.
  await expect(summary(page)).toContainText('You have 1 of 8 sports: this is the rest.');
  await expect(summary(page)).toContainText('Price nowUSD $74.36');
});

test('PAY-14 GEO-02 the checkout rejects owned games and games blocked in this region before it asks for a card', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/stripe\/invoice-preview/);
  const game = await soldGame(api, 'finished');
  const abroad = (await api.games({ stream_status: 'finished' })).find(
    (one) => one.is_geo_blocked && one.single_event_package_id !== null,
  );
  if (!abroad) throw new Error('the demo sells nothing to another country');
  await comeAsBuyer(page, api, buyGamePath(game));
  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);

  await page.goto(buyGamePath(game));
  await expect(page.getByText('You already have this')).toBeVisible();
  await expectNoCard(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the game' }).click();
  await expect(page).toHaveURL(`/watch/${game.id}`);

  await page.goto(buyGamePath(abroad));
  await expect(page.getByText('Not available in your region')).toBeVisible();
  await expectNoCard(page);
  await page.goto(`/watch/${abroad.id}`);
  await expect(page.getByRole('main')).toContainText('region');
  await expect(page.getByRole('link', { name: 'Buy this game' })).toHaveCount(0);
});

test('VAL-12 an address that names nothing, or nothing that is sold, says so', async ({ page }) => {
  await page.goto('/buy');
  await expect(page.getByText('id not selected')).toBeVisible();
  await page.goto('/buy?package_id=999999');
  await expect(page.getByText('Pass not found')).toBeVisible();
  await page.goto('/select-package/999999');
  await expect(page.getByText('This pass is not for sale.')).toBeVisible();
});

test('PAY-09 NAV-05 a visitor sees the price first, and keeps the choice through the login', async ({ page, api }) => {
  const email = newAddress('returner');
  await api.register(email, newPassword);
  const game = await soldGame(api, 'upcoming');
  await page.goto(`/watch/${game.id}`);
  await page.getByRole('link', { name: 'Buy this game' }).click();
  await expect(summary(page)).toContainText('Price nowUSD $9.99');
  await expectNoCard(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, email, newPassword);
  await payWith(page, cards.good, '9.99');
  await expect(page).toHaveURL(`/watch/${game.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(fullTitleOf(game));
});

test('NAV-01 NAV-05 PAY-09 PAY-15 a guest comes to a locked game, registers in the middle of the purchase, owns and watches it', async ({
  page,
  api,
  touchline,
}) => {
  const email = newAddress('first-buy');
  const game = await soldGame(api, 'live');
  const encoder = push(await touchline.ingestAddress(game.id), {});
  try {
    await page.goto(`/watch/${game.id}`);
    await page.getByRole('link', { name: 'Buy this game' }).click();
    await expect(summary(page)).toContainText('Price nowUSD $9.99');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await fillRegistration(page, email);
    // Nothing stands between the registration and the purchase.
    await expect(page).toHaveURL(/^[^?]*\/buy\?/);
    await expect(accountButton(page, email)).toBeVisible();
    const reminder = page.getByRole('region', { name: 'Confirm your email' });
    await expect(reminder).toContainText(email);
    expect(await axeViolations(page)).toEqual([]);
    await payWith(page, cards.good, '9.99');
    await expect(page).toHaveURL(`/watch/${game.id}`);
    await expect(player(page)).toBeVisible({ timeout: playLimit });
    await expect.poll(() => frames(page), { timeout: playLimit }).toBeGreaterThan(10);
    await reminder.getByRole('button', { name: 'Not now' }).click();
    await expect(reminder).toHaveCount(0);
    // The pass is chosen by it: every page is open.
    await page.goto('/profile');
    await expect(page).toHaveURL('/profile');
  } finally {
    encoder.kill('SIGKILL');
  }
});

test('PAY-15 NAV-01 a newcomer buys a pass at once, and takes part in everything', async ({ page, api }) => {
  const email = newAddress('first-pass');
  const { id } = await passNamed(api, 'Season Pass');
  await page.goto(`/select-package/${id}`);
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(page, email);
  await expect(page).toHaveURL(`/select-package/${id}`);
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await payWith(page, cards.good, '84.99');
  await expect(page.getByText('Season Pass is yours now.')).toBeVisible();
  await page.goto('/upcoming');
  await expect(page).toHaveURL('/upcoming');
});

test('PAY-04 a double click buys once', async ({ page, api }) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, buyGamePath(game));
  const bought: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/stripe/buy')) bought.push(request.url());
  });
  await typeCard(page, cards.good);
  await payButton(page, '9.99').dblclick();
  await expect(page).toHaveURL(`/watch/${game.id}`);
  expect(bought).toHaveLength(1);
  expect(await ordersOf(api, buyer)).toEqual([`${game.name}: paid`]);
});

test('PAY-04 a buyer who goes back from the checkout has bought nothing, and finds the game as it was', async ({
  page,
  api,
}) => {
  const game = await soldGame(api, 'upcoming');
  const buyer = await comeAsBuyer(page, api, `/watch/${game.id}`);
  await page.getByRole('link', { name: 'Buy this game' }).click();
  await typeCard(page, cards.good);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Buy this game' })).toBeVisible();
  await page.goForward();
  await expect(payButton(page, '9.99')).toBeEnabled();
  // Cards are kept nowhere.
  await expect(page.getByLabel('Card number')).toHaveValue('');
  expect(await ordersOf(api, buyer)).toEqual([]);
});

test('UI-19 a pass is bought with the keyboard alone', async ({ page, api }) => {
  const { id } = await passNamed(api, 'Season Pass');
  await comeAsBuyer(page, api, `/buy?package_id=${id}`);
  const press = async (key: string, until: () => Promise<boolean>) => {
    for (let times = 0; times < 40 && !(await until()); times += 1) await page.keyboard.press(key);
    expect(await until()).toBe(true);
  };
  const has = (label: string) => () => page.getByLabel(label).evaluate((field) => field === document.activeElement);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await press('Tab', has('Card number'));
  await page.keyboard.type('4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue(cards.good);
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'See your orders' })).toBeFocused();
});
