// A new server, from the link that it prints to a channel that visitors see.
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { newPassword } from '../support/newcomer.ts';
import { expect, test } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

test("OPS-02 T48 a set-up link leads to a channel of one's own", async ({ browser, problems }) => {
  problems.allow(/404 \(Not Found\)/);
  const server = await Touchline.startEmpty();
  const context = await browser.newContext({ baseURL: server.origin(), viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  try {
    const nothing = await page.goto('/');
    expect(nothing?.status()).toBe(404);
    await page.goto('/console');
    await expect(page.getByText('Nobody runs this server yet.')).toBeVisible();
    const link = /http:\/\/\S+\/console\/setup#\S+/u.exec(server.log())?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up this server' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByLabel('Your name').fill('Ann Miller');
    await page.getByLabel('Email').fill('ann@lions.example');
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Create login' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Create a channel' })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Lions TV');
    await expect(page.getByLabel('Address in the console')).toHaveValue('lions-tv');
    await expect(page.getByLabel('Host name')).toHaveValue('localhost');
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByLabel('Address in the console').fill('me');
    await page.getByRole('button', { name: 'Create channel' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Address in the console').fill('lions');
    await page.getByRole('button', { name: 'Create channel' }).click();
    // One field group per page; every step can be skipped.
    for (const [title, step] of [
      ['Logo and colours', 'look'],
      ['Which sports do you show?', 'sports'],
      ['First school or club', 'school'],
    ] as const) {
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/console/lions/setup\\?step=${step}$`, 'u'));
      expect(await axeViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Skip this step' }).click();
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Remaining tasks before the first game' })).toBeVisible();
    await expect(page.getByText('No mail server is configured')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page).toHaveURL(/\/console\/lions\/start$/u);

    await page.goto('/');
    await expect(page).toHaveTitle(/Lions TV/u);
    await page.goto(link);
    await expect(page.getByText('This server is set up already.')).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});
