import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { password } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

/** Transcoders run at low priority, so an import takes long. */
const importLimit = waitLimit(90_000);
const phone = { width: 390, height: 844 };

async function openVideo(page: Page): Promise<void> {
  await page.goto('/console/demo/video');
  await page.getByLabel('Email').fill('owner@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Video' })).toBeVisible();
}

/** A small real video, with a picture that moves and a tone. */
async function makeClip(file: string): Promise<void> {
  const inputs = '-f lavfi -i testsrc2=size=320x180:rate=25 -f lavfi -i sine=sample_rate=48000 -t 8';
  const coding = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -c:a aac -movflags +faststart';
  await promisify(execFile)('ffmpeg', [...`-v error -nostdin -y ${inputs} ${coding}`.split(' '), file]);
}

const frames = (page: Page) =>
  page.evaluate(() => document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0);

test('PLAY-06 OPS-05 an operator uploads a film, sees how far it is, and it plays', async ({ page, api }, testInfo) => {
  test.setTimeout(waitLimit(180_000));
  const clip = testInfo.outputPath('final.mp4');
  await makeClip(clip);
  const film = (await api.vodItems()).find(({ access_type }) => access_type === 'free');
  if (!film) throw new Error('the demo has no free film');
  await openVideo(page);
  await expect(page.getByText('No uploads yet')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose the game or film first.');
  await page.getByRole('radio', { name: 'Film' }).check();
  await page.getByLabel('Find by name').fill(film.title);
  await page.getByLabel('Game or film').selectOption(String(film.id));
  await page.getByLabel('File', { exact: true }).setInputFiles(clip);
  await page.getByRole('button', { name: 'Upload' }).click();
  const row = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').first();
  await expect(row).toContainText(film.title);
  await expect(row).toContainText('Ready', { timeout: importLimit });
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(phone);
  expect(await horizontalOverflow(page)).toBe(0);

  await expect(async () => {
    await page.goto(`/vod_library/${film.id}`);
    await expect(page.getByRole('region', { name: /^Video player/ })).toBeVisible({ timeout: waitLimit(5_000) });
  }).toPass({ timeout: waitLimit(30_000) });
  await expect.poll(() => frames(page), { timeout: waitLimit(30_000) }).toBeGreaterThan(10);
});

test('PLAY-06 T33 an upload goes on after a reload, and what is no video says so', async ({
  page,
  problems,
}, testInfo) => {
  test.setTimeout(waitLimit(120_000));
  problems.allow(/Failed to load resource/);
  problems.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const text = testInfo.outputPath('words.mp4');
  await writeFile(text, 'These are words, and no pictures.\n'.repeat(200));
  await openVideo(page);
  // The network is gone from the first part on.
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
  );
  await page.getByRole('radio', { name: 'Film' }).check();
  await page.getByLabel('Game or film').selectOption({ index: 2 });
  await page.getByLabel('File', { exact: true }).setInputFiles(text);
  await page.getByRole('button', { name: 'Upload' }).click();
  const row = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').first();
  await expect(row).toContainText('Waiting for the network');
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused');
  await page.unroute('**/uploads/*');
  await page.reload();
  await expect(row).toContainText('Incomplete');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    row.getByText('Choose the file again').click(),
  ]);
  await chooser.setFiles({ name: 'other.mp4', mimeType: 'video/mp4', buffer: await readFile(text) });
  await expect(page.getByText('This is a different file.')).toBeVisible();
  const [again] = await Promise.all([page.waitForEvent('filechooser'), row.getByText('Choose the file again').click()]);
  await again.setFiles(text);
  await expect(row).toContainText('Failed', { timeout: importLimit });
  await expect(row).toContainText('This is a text file, not a video.');
  await row.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('words.mp4')).toHaveCount(0);
});
