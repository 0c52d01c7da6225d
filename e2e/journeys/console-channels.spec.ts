// A server's channels in the console: hosts, pause, another address, the file, and deletion.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

/** Sets an empty server up, with a channel at the host of the browser. */
async function setUp(page: Page, server: Touchline): Promise<void> {
  const link = /http:\/\/\S+\/console\/setup#\S+/u.exec(server.log())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Your name').fill('Ann Miller');
  await page.getByLabel('Email').fill('ann@lions.example');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Create login' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Lions TV');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await expect(page).toHaveURL(/\/console\/lions-tv\/setup/u);
}

async function isFine(page: Page): Promise<void> {
  // Elsewhere the phone's bar covers a part of what lies at the lower edge.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await axeViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBe(0);
}

test('OPS-02 T26 T32 an administrator manages a channel to its end', async ({ browser, problems }) => {
  problems.allow(/40[0349] \(|503 \(/);
  const server = await Touchline.startEmpty();
  const context = await browser.newContext({ baseURL: server.origin(), viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    await setUp(page, server);
    await page.goto('/console/lions-tv/channel');
    await expect(page.getByText('You are here')).toBeVisible();
    await isFine(page);
    await page.getByRole('button', { name: 'Check localhost' }).press('Enter');
    await expect(page.getByText(/It was not contacted/u).first()).toBeVisible();
    await page.getByLabel('New host').fill('tv.lions.invalid');
    await page.getByLabel('New host').press('Enter');
    const hosts = page.getByRole('list', { name: 'Hosts' });
    await expect(hosts.getByText('tv.lions.invalid', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Check tv.lions.invalid' }).click();
    await expect(page.getByText(/could not be resolved|did not answer in time/u)).toBeVisible();
    await isFine(page);
    await page.getByRole('button', { name: 'Remove tv.lions.invalid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove tv.lions.invalid' }).click();
    await expect(hosts.getByText('tv.lions.invalid', { exact: true })).toBeHidden();

    await page.getByLabel('Address', { exact: true }).fill('lions');
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page).toHaveURL(/\/console\/lions\/channel$/u);
    await page.goto('/console/lions-tv/team');
    await expect(page).toHaveURL(/\/console\/lions\/team$/u);

    await page.goto('/console/channels');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Lions TV' }).click();
    await page.getByRole('link', { name: 'Download file' }).click();
    const file = await (await downloading).path();

    await page.goto('/console/channels');
    await isFine(page);
    await page.getByRole('button', { name: 'Pause Lions TV' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause Lions TV' }).click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    const viewer = await context.newPage();
    const paused = await viewer.goto('/');
    expect(paused?.status()).toBe(503);
    await expect(viewer.getByRole('heading', { name: 'We’ll be back' })).toBeVisible();
    await isFine(viewer);

    await page.getByRole('link', { name: 'Import a channel' }).click();
    await page.getByLabel('Channel file').setInputFiles({
      name: 'lions.tar',
      mimeType: 'application/x-tar',
      buffer: await readFile(file),
    });
    await page.getByLabel('Address in the console').fill('tigers');
    await page.getByLabel('Host name').fill('tigers.localhost');
    await page.getByRole('button', { name: 'Read file' }).click();
    await page.getByRole('button', { name: 'Import Lions TV' }).click();
    await expect(page.getByRole('heading', { name: 'Channel imported' })).toBeVisible();
    await isFine(page);

    await page.goto('/console/channels');
    const row = page
      .getByRole('list', { name: 'Channels' })
      .getByRole('listitem')
      .filter({ hasText: 'tigers.localhost' });
    await row.getByRole('button', { name: 'Delete Lions TV' }).click();
    await expect(page.getByText(/Viewers are still served/u)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause Lions TV' }).click();
    await page.getByLabel(/Type the name/u).fill('Lions TV');
    await isFine(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Lions TV' }).click();
    await expect(row).toBeHidden();
    expect((await viewer.goto(server.origin('tigers')))?.status()).toBe(404);
    const deleted = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem');
    await expect(deleted).toContainText('Will be erased on');
    await isFine(page);
    await deleted.getByRole('button', { name: 'Restore Lions TV' }).click();
    await expect(page.getByRole('list', { name: 'Deleted' })).toBeHidden();
    // On a phone it lies over the row as long as the pointer is on it.
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(row).toContainText('Paused');
    expect((await viewer.goto(server.origin('tigers')))?.status()).toBe(503);
    await row.getByRole('button', { name: 'Delete Lions TV' }).click();
    await page.getByLabel(/Type the name/u).fill('Lions TV');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Lions TV' }).click();
    await deleted.getByRole('button', { name: 'Delete for good now: Lions TV' }).click();
    await page.getByLabel(/Type the name/u).fill('Lions TV');
    await isFine(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good now: Lions TV' }).click();
    await expect(page.getByRole('list', { name: 'Deleted' })).toBeHidden();
    await page.getByRole('button', { name: 'Resume Lions TV' }).click();
    await expect(page.getByRole('button', { name: 'Pause Lions TV' })).toBeVisible();
    expect((await viewer.goto('/'))?.status()).toBe(200);
  } finally {
    await context.close();
    await server.stop();
  }
});
