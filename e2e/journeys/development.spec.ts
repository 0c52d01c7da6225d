// A server in development: names of this machine stand in for those of real sites and channels.
import type { Page } from '@playwright/test';
import { onAnotherSite } from '../support/another-site.ts';
import { Api } from '../support/api.ts';
import { cards, fullTitleOf } from '../support/cards.ts';
import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test as base } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

const test = base.extend<object, { touchline: Touchline }>({
  touchline: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const touchline = await Touchline.start({ TOUCHLINE_DEVELOPMENT: 'true' });
      await use(touchline);
      await touchline.stop();
    },
    { scope: 'worker', timeout: waitLimit(90_000) },
  ],
});

/** The same page by a name of its own, which is another site for a browser. */
const named = (address: string, name: string): string => address.replace('127.0.0.1', `${name}.localhost`);

/** What the page's only frame has come to. */
const framed = (page: Page) => page.frameLocator('iframe');

async function openSettings(page: Page): Promise<void> {
  await page.goto('/console/demo/settings');
  await page.getByLabel('Email').fill('owner@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

test('ROUTE-21 T10 a site that the console names shows the player, and another one does not', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/embedding/);
  problems.allow(/frame-ancestors/);
  const { upcoming } = await api.homeEvents();
  const game = upcoming[0];
  if (!game) throw new Error('the demo has no game ahead');
  await openSettings(page);
  const sites = page.getByRole('textbox', { name: 'Sites' });
  await expect(sites).toBeVisible();
  await page.getByLabel('Find by name').fill(game.name);
  const code = page.getByLabel('HTML code');
  await page.getByRole('combobox', { name: 'Game' }).selectOption(String(game.id));
  await expect(code).toHaveValue(new RegExp(`/watch_embed/${game.id}"`));
  const html = `<!doctype html><title>Club</title>${await code.inputValue()}`;
  for (const { width, height } of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await page.setViewportSize({ width, height });
    // oxlint-disable-next-line no-await-in-loop
    expect([await axeViolations(page), await horizontalOverflow(page)]).toEqual([[], 0]);
  }

  await onAnotherSite(html, async (address) => {
    await sites.fill(`club.example/news\n${named(address, 'club')}`);
    await page.getByRole('button', { name: 'Save sites' }).click();
    await expect(page.getByRole('alert')).toHaveText(/line 1: enter only the site, without a path/i);
    await sites.fill(`club.example\n${named(address, 'club')}`);
    await page.getByRole('button', { name: 'Save sites' }).click();
    const { host } = new URL(named(address, 'club'));
    await expect(sites).toHaveValue(`club.example\n${host}`);
    expect(await axeViolations(page)).toEqual([]);

    // The server looks for changes once a second.
    const heading = framed(page).getByRole('heading', { level: 1, name: fullTitleOf(game) });
    await expect(async () => {
      await page.goto(named(address, 'club'));
      await expect(heading).toBeAttached({ timeout: waitLimit(3_000) });
    }).toPass();

    await page.goto(named(address, 'other'));
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await expect(heading).toHaveCount(0);
  });
});

test('BOOT-02 EVT-13 the address chooses the channel, and the pages after it stay with it', async ({
  page,
  request,
  touchline,
  problems,
}) => {
  const api = new Api(request, touchline);
  const [own, other] = [await api.homeEvents(), await api.of('demo2').homeEvents()];
  const idsOf = (home: typeof own) => [...home.live, ...home.upcoming, ...home.finished].map(({ id }) => id);
  await page.goto('/');
  await expect(cards(page)).toHaveCount(idsOf(own).length);

  await page.goto('/?channel=demo2');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(cards(page)).toHaveCount(idsOf(other).length);
  // Other screens of the app, by their own calls and after a reload.
  await cards(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/watch\/\d+/);
  expect(idsOf(other)).toContain(Number(new URL(page.url()).pathname.split('/')[2]));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/schedule');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const answer = page.waitForResponse((response) => response.url().includes('/api/events'));
  await page.reload();
  expect((await answer).status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');

  await page.goto('/?channel=');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(cards(page)).toHaveCount(idsOf(own).length);
  expect(problems.unexpected()).toEqual([]);
});
