import { withoutBootData } from '../support/document.ts';
import { callsBeforePaint, watchPaint } from '../support/paint.ts';
import { anonymousProfile } from '../support/problems.ts';
import { expect, test } from '../support/test.ts';
import { answerTogether, Wire } from '../support/wire.ts';

const unavailable = /503/;
const difficulties = 'Apologies! technical difficulties';

test('BOOT-01 a page that carries nothing asks for keys first, then for everything else together', async ({
  page,
  problems,
}) => {
  problems.allow(anonymousProfile);
  const together = ['channel-bootstrap-data', 'participants', 'profile'];
  await withoutBootData(page);
  await answerTogether(page, together);
  const wire = new Wire(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const [keys, rest] = [wire.lines.slice(0, 4), wire.lines.slice(4, 7)];
  expect(keys).toEqual(['> channel-key', '< channel-key', '> get_api_key', '< get_api_key']);
  expect(rest.toSorted()).toEqual(together.map((call) => `> ${call}`));
  for (const call of ['channel-key', 'get_api_key', ...together]) expect(wire.requestsOf(call)).toHaveLength(1);
});

test('BOOT-01 a page that carries everything asks for nothing before it is painted', async ({ page }) => {
  await watchPaint(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await callsBeforePaint(page)).toEqual([]);
});

test('BOOT-04 the keys are kept under rudy_ for 360 days', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const stored = await page.evaluate(() => Object.entries(localStorage));
  const names = stored.map(([name]) => name);
  expect(names).toContain('rudy_channel_key');
  expect(names).toContain('rudy_api_key');
  expect(names.filter((name) => !name.startsWith('rudy_'))).toEqual([]);

  const day = 24 * 60 * 60 * 1000;
  for (const [name, text] of stored) {
    const { expires }: { expires: number } = JSON.parse(text);
    const days = (expires - Date.now()) / day;
    expect(days, name).toBeGreaterThan(359);
    expect(days, name).toBeLessThanOrEqual(360);
  }
});

test('BOOT-04 kept keys are used again, not fetched again', async ({ page, problems }) => {
  problems.allow(anonymousProfile);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await withoutBootData(page);
  const wire = new Wire(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(wire.requestsOf('channel-key')).toHaveLength(0);
  expect(wire.requestsOf('get_api_key')).toHaveLength(0);
});

test('BOOT-05 without an api key the reload button counts 60 seconds down', async ({ page, problems }) => {
  problems.allow(unavailable);
  await page.clock.install();
  await withoutBootData(page);
  await page.route('**/api/get_api_key', (route) => route.fulfill({ status: 503, json: unavailableBody }));
  await page.goto('/');
  // The client tries once more after a second before it gives up.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.getByText(difficulties)).toBeVisible({ timeout: 100 });
  }).toPass();

  const button = page.getByRole('button', { name: /^Reload/ });
  const secondsLeft = async () => Number(/\d+/.exec(await button.innerText())?.[0]);
  await expect(button).toBeDisabled();
  const before = await secondsLeft();
  expect(before).toBeGreaterThan(50);
  expect(before).toBeLessThanOrEqual(60);
  await page.clock.runFor(30_000);
  await expect(button).toBeDisabled();
  await expect.poll(secondsLeft).toBeLessThanOrEqual(before - 30);
  await page.clock.runFor(30_000);
  await expect(button).toBeEnabled();

  problems.allow(anonymousProfile);
  await page.unroute('**/api/get_api_key');
  await button.click();
  await page.clock.resume();
  await expect(page.getByText(difficulties)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('BOOT-09 a refused api key is replaced and the request repeated once', async ({ page, problems }) => {
  problems.allow(/401/);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const firstKey = await page.evaluate(() => localStorage.getItem('rudy_api_key'));

  let refused = 0;
  await page.route('**/api/events-for-homepage?*', async (route) => {
    if (refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({
      status: 401,
      json: { message: 'the api key is not valid', code: 'api_key', errors: { api_key: ['is not valid'] } },
    });
  });
  const wire = new Wire(page);
  await page.getByRole('main').locator('a[href*="school="]').first().click();

  const answers = () => wire.lines.filter((line) => line === '< events-for-homepage');
  await expect.poll(answers).toHaveLength(2);
  expect(wire.requestsOf('events-for-homepage')).toHaveLength(2);
  expect(wire.requestsOf('get_api_key')).toHaveLength(1);
  const [first, second] = wire.requestsOf('events-for-homepage').map((request) => new URL(request.url()));
  expect(second?.searchParams.get('api_key')).not.toBe(first?.searchParams.get('api_key'));
  expect(await page.evaluate(() => localStorage.getItem('rudy_api_key'))).not.toBe(firstKey);
  await expect(page.getByText(difficulties)).toBeHidden();
});

test('BOOT-10 the reload screen goes away by itself when the failed address recovers', async ({ page, problems }) => {
  problems.allow(unavailable);
  problems.allow(anonymousProfile);
  await page.clock.install();
  await withoutBootData(page);
  await page.route('**/api/get_api_key', (route) => route.fulfill({ status: 503, json: unavailableBody }));
  await page.goto('/');
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.getByText(difficulties)).toBeVisible({ timeout: 100 });
  }).toPass();

  await page.unroute('**/api/get_api_key');
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(page.getByText(difficulties)).toBeHidden({ timeout: 100 });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('BOOT-11 the splash covers the start and is gone 500 ms after it', async ({ page, problems }) => {
  problems.allow(anonymousProfile);
  const held = Promise.withResolvers<void>();
  await withoutBootData(page);
  await page.route('**/api/channel-bootstrap-data?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/');
  const splash = page.locator('#splash');
  await expect(splash).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(splash).toHaveCount(0);
});

test('BOOT-14 a deep link to a page of the channel works on a cold load', async ({ page, problems, api }) => {
  const { pages } = await api.bootstrap();
  const link = pages[0];
  if (link === undefined) throw new Error('the demo channel has no pages');
  await page.goto(link.url);
  await expect(page.getByRole('heading', { level: 1, name: link.name })).toBeVisible();

  problems.allow(anonymousProfile);
  await withoutBootData(page);
  await page.goto(link.url);
  await expect(page.getByRole('heading', { level: 1, name: link.name })).toBeVisible();
});

const unavailableBody = { message: 'the service is away for a moment', code: 'unavailable', errors: {} };
