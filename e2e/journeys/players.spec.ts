import type { Page } from '@playwright/test';
import { newAddress } from '../support/mailbox.ts';
import { logIn } from '../support/member.ts';
import { newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
];

async function make(page: Page, name: string): Promise<string> {
  const players = page.getByRole('region', { name: 'Watch on other players' });
  await players.getByRole('button', { name: 'Create an address' }).click();
  await players.getByLabel('Name of the player').fill(name);
  await players.getByRole('button', { name: 'Create address' }).click();
  const address = await players.getByLabel('Private address').inputValue();
  expect(address).toMatch(/\/tv\/[0-9a-z]{26}\/playlist\.m3u$/);
  return address;
}

test('AUTH-12 T7 a private address plays without a login until its owner revokes it', async ({
  page,
  api,
  request,
  mailbox,
  touchline,
}) => {
  const email = newAddress('watches-on-tv');
  await api.register(email, newPassword);
  await page.goto('/');
  await logIn(page, email, newPassword);
  await page.goto('/profile/edit');
  const players = page.getByRole('region', { name: 'Watch on other players' });
  await expect(players.getByText('You have no private addresses yet.')).toBeVisible();
  const kitchen = await make(page, 'Kitchen');
  await players.getByRole('button', { name: 'Done' }).click();
  await expect(players.getByRole('button', { name: 'Create an address' })).toBeFocused();
  const living = await make(page, 'Living room TV');
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await horizontalOverflow(page), `at ${size.width} px`).toBe(0);
    expect(await axeViolations(page), `at ${size.width} px`).toEqual([]);
  }
  // What a television has: the address, and no cookie of the page.
  const open = (address: string) => request.get(touchline.origin() + new URL(address).pathname);
  for (const address of [kitchen, living]) {
    const list = await open(address);
    expect(list.status()).toBe(200);
    expect(await list.text()).toMatch(/^#EXTM3U\n#PLAYLIST:/);
  }
  expect((await mailbox.all(email)).filter(({ kind }) => kind === 'player_address')).toHaveLength(2);

  await page.reload();
  await expect(players.getByRole('listitem')).toHaveCount(2);
  expect(await page.content()).not.toContain(new URL(living).pathname.split('/')[2]);
  await players.getByRole('button', { name: 'Revoke Kitchen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('Address “Kitchen” revoked.')).toBeVisible();
  await expect(players.getByRole('listitem')).toHaveCount(1);
  expect((await open(kitchen)).status()).toBe(404);
  expect((await open(living)).status()).toBe(200);
});

test('UI-18 addresses that did not load say so, and can be asked for again', async ({ page, api, problems }) => {
  problems.allow(/500 \(Internal Server Error\).*player-addresses/);
  const email = newAddress('has-no-luck');
  await api.register(email, newPassword);
  await page.goto('/');
  await logIn(page, email, newPassword);
  await page.route('**/api/player-addresses*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.goto('/profile/edit');
  const players = page.getByRole('region', { name: 'Watch on other players' });
  await expect(players.getByText('Your addresses could not be loaded.')).toBeVisible();
  await page.unroute('**/api/player-addresses*');
  await players.getByRole('button', { name: 'Try again' }).click();
  await expect(players.getByText('You have no private addresses yet.')).toBeVisible();
});
