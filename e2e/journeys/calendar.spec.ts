import { readFile } from 'node:fs/promises';
import { fullTitleOf } from '../support/cards.ts';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

/** Long lines of a calendar file go on in the next one. */
const lines = (file: string) => file.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '');

test('EVT-10 a game goes into a calendar with its true start', async ({ page, api, touchline }) => {
  const game = (await api.homeEvents()).upcoming.find(({ time_zone }) => time_zone === 'America/Denver');
  if (game === undefined) throw new Error('the demo has no upcoming game in Denver');
  await page.goto(`/watch/${game.id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Add to calendar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`game-${game.id}.ics`);
  const text = lines(await readFile(await file.path(), 'utf8'));
  expect(text).toContain('BEGIN:VEVENT');
  expect(text).toContain(`DTSTART:${utc(game.event_utc_ts)}`);
  expect(text).toContain(`SUMMARY:${fullTitleOf(game)}`);
  expect(text).toContain(`URL:${touchline.origin()}/watch/${game.id}`);
});

test('EVT-10 a game that is live or over has no such button', async ({ page, api }) => {
  const { live, finished } = await api.homeEvents();
  for (const game of [live[0], finished[0]]) {
    await page.goto(`/watch/${game?.id}`);
    await expect(page.getByRole('button', { name: /^Favourite/ }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
  }
});

test('EVT-10 UI-03 the games of a team can be followed in a calendar', async ({ page, api }) => {
  const game = (await api.homeEvents()).upcoming[0];
  const team = game?.participants[0];
  if (!team) throw new Error('the demo has no upcoming game');
  await page.goto(`/?team=${team.alias}`);
  await page.getByRole('button', { name: `Subscribe to the games of ${team.name}` }).click();
  const popup = page.getByRole('dialog', { name: `Games of ${team.name} in your calendar` });
  const address = await popup.getByLabel('Address of the calendar').inputValue();
  await expect(popup.getByRole('link', { name: 'Open in calendar' })).toHaveAttribute(
    'href',
    address.replace(/^http:/, 'webcal:'),
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);

  const feed = await api.fetch(new URL(address).pathname);
  expect(feed.headers()['content-type']).toContain('text/calendar');
  const text = lines(await feed.text());
  const monthAgo = Date.now() / 1000 - 30 * 86_400;
  const games = (await api.games({ participant_id: String(team.id) })).filter(
    ({ event_utc_ts }) => event_utc_ts > monthAgo,
  );
  expect(text.filter((line) => line.startsWith('UID:'))).toEqual(games.map(({ id }) => `UID:game-${id}@demo`));
  for (const { event_utc_ts } of games) expect(text).toContain(`DTSTART:${utc(event_utc_ts)}`);
});
