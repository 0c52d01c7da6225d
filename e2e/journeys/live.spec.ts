import { setState } from '../support/another-server.ts';
import type { Api, Schemas } from '../support/api.ts';
import { cardOf, fullTitleOf, listedGames, rail } from '../support/cards.ts';
import { follow, isSameDocument, liveLimit } from '../support/followers.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';
import { Wire } from '../support/wire.ts';

async function lastUpcoming(api: Api): Promise<Schemas['Event']> {
  const game = (await api.homeEvents()).upcoming.findLast(({ participants }) => participants.length === 2);
  if (game === undefined) throw new Error('the demo has no upcoming game');
  return game;
}

test('EVT-11 open pages follow a game that goes live, and one that ends, within 5 s and without a reload', async ({
  page,
  context,
  api,
  touchline,
}) => {
  const game = await lastUpcoming(api);
  const title = fullTitleOf(game);
  const before = (await api.homeEvents()).live.length;
  const [watching, listing] = [await context.newPage(), await context.newPage()];
  await follow(page, '/');
  await follow(watching, `/watch/${game.id}`);
  await follow(listing, '/live');
  await expect(cardOf(rail(page, 'Starting soon'), game.id)).toHaveCount(1);
  await expect(watching.getByRole('timer')).toBeVisible();
  await expect.poll(() => listedGames(listing)).toHaveLength(before);
  try {
    setState(touchline, game.id, 'live');
    await Promise.all([
      expect(cardOf(rail(page, 'Live now'), game.id)).toHaveCount(1, { timeout: liveLimit }),
      expect(cardOf(rail(page, 'Starting soon'), game.id)).toHaveCount(0, { timeout: liveLimit }),
      expect(page.getByText(`${title} is live now`)).toBeAttached({ timeout: liveLimit }),
      expect(watching.getByRole('timer')).toHaveCount(0, { timeout: liveLimit }),
      expect(watching.locator('.stage').getByText('Live', { exact: true })).toBeVisible({ timeout: liveLimit }),
      expect.poll(() => listedGames(listing), { timeout: liveLimit }).toContain(game.id),
    ]);
    await expect(page.getByRole('banner').getByText(`${before + 1} games are live`)).toBeAttached();

    setState(touchline, game.id, 'finished');
    await Promise.all([
      expect(cardOf(rail(page, 'Live now'), game.id)).toHaveCount(0, { timeout: liveLimit }),
      expect(watching.locator('.stage').getByText('Final', { exact: true })).toBeVisible({ timeout: liveLimit }),
      expect.poll(() => listedGames(listing), { timeout: liveLimit }).not.toContain(game.id),
    ]);
    for (const tab of [page, watching, listing]) expect(await isSameDocument(tab)).toBe(true);
  } finally {
    setState(touchline, game.id, 'upcoming');
  }
  await expect(cardOf(rail(page, 'Starting soon'), game.id)).toHaveCount(1, { timeout: liveLimit });
});

test('EVT-11 a tab has one connection, wherever it goes', async ({ page, context }) => {
  const second = await context.newPage();
  const wires = [new Wire(page), new Wire(second)];
  await follow(page, '/');
  await follow(second, '/upcoming');
  for (const name of ['Live', 'Schedule', 'On demand', 'Library']) {
    await page
      .getByRole('banner')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const wire of wires) expect(wire.requestsOf('live-updates')).toHaveLength(1);
});

test('EVT-11 a page that the stream does not reach polls for changes', async ({ page, api, touchline, problems }) => {
  problems.allow(/ERR_FAILED.*\/api\/live-updates/);
  const game = await lastUpcoming(api);
  await page.route('**/api/live-updates?*', (route) => route.abort());
  const asked = page.waitForResponse((response) => response.url().includes('/api/live-changes'), {
    timeout: waitLimit(30_000),
  });
  await page.goto(`/watch/${game.id}`);
  await expect(page.getByRole('timer')).toBeVisible();
  expect((await asked).status()).toBe(200);
  try {
    setState(touchline, game.id, 'live');
    await expect(page.locator('.stage').getByText('Live', { exact: true })).toBeVisible();
  } finally {
    setState(touchline, game.id, 'upcoming');
  }
  await expect(page.getByRole('timer')).toBeVisible();
});
