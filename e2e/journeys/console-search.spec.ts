import { newAddress } from '../support/mailbox.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const secret = 'a long walk to kick-off';

test('OPS-01 an owner finds a page, a game and a screen by keys alone, and on a phone by a button', async ({
  page,
  touchline,
}) => {
  const email = newAddress('search');
  await touchline.createOwner(email, secret);
  await page.goto('/console/demo/tokens');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search the channel' });
  const options = page.getByRole('dialog').getByRole('option');

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.fill(email);
  await expect(options.filter({ hasText: email })).toHaveAttribute('aria-selected', 'true');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();

  await page.keyboard.press('/');
  await field.fill('about');
  const found = options.filter({ hasText: '/about' }).first();
  await expect(found).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/demo\/site\/pages\/\d+$/);

  await page.goto('/console/demo/tokens');
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/console\/demo\/orders/);
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Find anything' }).click();
  await field.fill('/watch/2');
  const game = options.first();
  await expect(game).toBeVisible();
  expect(await horizontalOverflow(page)).toBe(0);
  const [viewer] = await Promise.all([page.waitForEvent('popup'), game.click()]);
  await expect(viewer).toHaveURL(/\/watch\/2$/);
});
