import type { Page } from '@playwright/test';
import { mediaAddress } from '../support/broadcasts.ts';
import { password } from '../support/member.ts';
import { axeAsksFrames, axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { player, press, untilPlaying } from '../support/player.ts';
import { playlists, violations } from '../support/playlists.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

const onDemand = 3;
const phone = { width: 390, height: 844 };

const file = (text: string) => ({
  name: 'words.srt',
  mimeType: 'application/x-subrip',
  buffer: Buffer.from(`1\n00:00:00,000 --> 00:59:00,000\n${text}\n`),
});

/** The video screen of the console, with a game chosen. */
async function openGame(page: Page, game: { id: number; name: string }): Promise<void> {
  await page.goto('/console/demo/video');
  const email = page.getByLabel('Email');
  const title = page.getByRole('heading', { level: 1, name: 'Video' });
  await expect(email.or(title)).toBeVisible();
  if (await email.isVisible()) {
    await email.fill('owner@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  }
  await expect(title).toBeVisible();
  await page.getByLabel('Find by name').fill(game.name);
  await page.getByLabel('Game or film').selectOption(String(game.id));
  await expect(page.getByRole('heading', { level: 3, name: 'Captions' })).toBeVisible();
}

/** What stands under the picture. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const tracks = [...(document.querySelector<HTMLVideoElement>('.player > video')?.textTracks ?? [])];
    const cues = [...(tracks.find(({ mode }) => mode === 'showing')?.activeCues ?? [])];
    return cues.map((cue) => (cue instanceof VTTCue ? cue.getCueAsHTML().textContent : ''));
  });

test('PLAY-08 OPS-05 an operator adds captions, and viewers read along', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(120_000));
  const game = (await api.games({ stream_status: 'finished' })).find(({ id }) => id === broadcasts.recorded);
  if (!game) throw new Error('the recorded game is gone');
  await openGame(page, game);
  await page.getByRole('button', { name: 'Add captions' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose the language first.');
  for (const [language, text] of [
    ['English', 'Kick-off & <i>away</i>'],
    ['Français', 'Coup d’envoi'],
  ] as const) {
    await page.getByRole('form', { name: 'Captions' }).getByLabel('Language').selectOption({ label: language });
    await page.getByLabel('Captions file').setInputFiles(file(text));
    await page.getByRole('button', { name: 'Add captions' }).click();
    await expect(page.getByRole('button', { name: `Remove the captions in ${language}` })).toBeVisible();
  }
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });

  const address = await mediaAddress(api, touchline, broadcasts.recorded, onDemand);
  // Pages follow the database; what they follow may change between a list and what it lists.
  const untilTexts = (count: number) =>
    expect(async () => {
      const names = [...(await playlists(address)).keys()];
      expect(names.filter((name) => name.startsWith('c'))).toHaveLength(count);
    }).toPass({ timeout: waitLimit(20_000) });
  await untilTexts(2);
  expect(violations(await playlists(address))).toEqual([]);

  await page.goto(`/watch/${broadcasts.recorded}`);
  await untilPlaying(page);
  expect(await shown(page)).toEqual([]);
  await player(page).focus();
  await page.keyboard.press('c');
  await expect.poll(() => shown(page)).toEqual(['Kick-off & away']);
  await press(page, 'Settings');
  await player(page).getByText('Français').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => shown(page)).toEqual(['Coup d’envoi']);
  expect(await axeViolations(page)).toEqual([]);

  await page.reload();
  await untilPlaying(page);
  await expect.poll(() => shown(page)).toEqual(['Coup d’envoi']);
  await press(page, 'Captions');
  await expect.poll(() => shown(page)).toEqual([]);

  // As it was, for other journeys.
  await openGame(page, game);
  for (const language of ['English', 'Français']) {
    const remove = page.getByRole('button', { name: `Remove the captions in ${language}` });
    await remove.click();
    await expect(remove).toHaveCount(0);
  }
  await untilTexts(0);
  await page.goto(`/watch/${broadcasts.recorded}`);
  await untilPlaying(page);
  await expect(player(page).getByRole('button', { name: 'Settings' })).toBeAttached();
  await expect(player(page).getByRole('button', { name: 'Captions' })).toHaveCount(0);
});

test('PLAY-04 OPS-05 a game that another site shows plays there, in its frame', async ({
  page,
  api,
  broadcasts,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/players/);
  problems.allow(axeAsksFrames);
  const fits = ({ id, access_type }: { id: number; access_type: string }) =>
    access_type === 'free' && id !== broadcasts.recorded;
  const game = (await api.games({ stream_status: 'finished' })).find(fits);
  if (!game) throw new Error('the demo has no other free game that is over');
  await page.route('https://video.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The other site plays</p>' }),
  );
  await openGame(page, game);
  await page.getByLabel('Address of the player').fill('https://127.0.0.1/embed');
  await page.getByRole('button', { name: 'Save addresses' }).click();
  await expect(page.getByRole('alert')).toContainText('not its IP address');
  await page.getByLabel('Address of the player').fill('https://video.example/embed/1');
  await page.getByRole('button', { name: 'Save addresses' }).click();
  await expect(page.getByText('Addresses saved.')).toBeVisible();

  await expect(async () => {
    await page.goto(`/watch/${game.id}`);
    const frame = page.locator('iframe[title^="Video from another site"]');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation', {
      timeout: waitLimit(3_000),
    });
  }).toPass({ timeout: waitLimit(20_000) });
  const inside = page.frameLocator('iframe[title^="Video from another site"]');
  await expect(inside.getByText('The other site plays')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await openGame(page, game);
  await page.getByLabel('Address of the player').fill('');
  await page.getByRole('button', { name: 'Save addresses' }).click();
  await expect(page.getByText('Addresses saved.')).toBeVisible();
});

test('PLAY-04 EVT-04 a public preview on another site plays for every visitor before the game', async ({
  page,
  api,
}) => {
  const game = (await api.games({ stream_status: 'upcoming' })).find(({ access_type }) => access_type === 'paid');
  if (!game) throw new Error('the demo has no paid game that is to come');
  await page.route('https://video.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The other site looks ahead</p>' }),
  );
  await openGame(page, game);
  await page.getByLabel('Address of a public preview').fill('https://video.example/preview/1');
  await page.getByRole('button', { name: 'Save addresses' }).click();
  await expect(page.getByText('Addresses saved.')).toBeVisible();
  const frame = page.locator('iframe[title^="Video from another site"]');
  await expect(async () => {
    await page.goto(`/watch/${game.id}`);
    await expect(frame).toBeAttached({ timeout: waitLimit(3_000) });
  }).toPass({ timeout: waitLimit(20_000) });
  await expect(frame.contentFrame().getByText('The other site looks ahead')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See passes' })).toBeVisible();
  await openGame(page, game);
  await page.getByLabel('Address of a public preview').fill('');
  await page.getByRole('button', { name: 'Save addresses' }).click();
  await expect(page.getByText('Addresses saved.')).toBeVisible();
});
