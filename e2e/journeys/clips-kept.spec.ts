import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { comeAs, game, newClipper, untilMoving } from '../support/clips.ts';
import { logIn } from '../support/member.ts';
import { newPassword } from '../support/newcomer.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

async function probe(file: string): Promise<Shape> {
  const asked = '-v error -select_streams v:0 -show_entries stream=width,height:format=duration -of json';
  const { stdout } = await promisify(execFile)('ffprobe', [...asked.split(' '), file]);
  const { streams, format }: { streams: { width: number; height: number }[]; format: { duration: string } } =
    JSON.parse(stdout);
  const [stream] = streams;
  if (!stream) throw new Error('the file has no picture');
  return { ...stream, seconds: Number(format.duration) };
}

async function download(page: Page, format: RegExp): Promise<string> {
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Download' });
  await sheet.getByRole('radio', { name: format }).check();
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: waitLimit(45_000) }),
    sheet.getByRole('button', { name: 'Download the file' }).click(),
  ]);
  await expect(sheet).toBeHidden();
  expect(file.suggestedFilename()).toMatch(/\.mp4$/);
  return file.path();
}

test('CLIP-02 CLIP-03 ROUTE-08 a member’s clips stand in the profile with their counts, and are downloaded in three forms', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(120_000));
  const clipper = await newClipper(api, touchline);
  const clip = await api.cut(clipper.key, {
    event_id: broadcasts.recorded,
    name: 'To take along',
    start_time: 4.5,
    duration: 5,
    tags: ['Keep'],
  });
  await comeAs(page, clipper, '/profile?tab=clips');
  const card = page.getByRole('article').filter({ hasText: 'To take along' });
  await expect(card).toContainText('Ready to download');
  await expect(page.getByText('1 of 200 clips · 0 downloads')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  const original = await download(page, /Original/);
  const whole = await probe(original);
  expect([whole.width, whole.height]).toEqual([426, 240]);
  expect(whole.seconds).toBeCloseTo(5, 0);
  for (const format of [/cropped/, /with bars/]) {
    const { width, height, seconds } = await probe(await download(page, format));
    expect(width / height).toBeCloseTo(9 / 16, 2);
    expect(seconds).toBeCloseTo(5, 0);
  }
  await expect(page.getByText('1 of 200 clips · 3 downloads')).toBeVisible();

  // The file plays in the browser as well.
  await page.route('http://kept.test/clip.mp4', (route) => route.fulfill({ path: original, contentType: 'video/mp4' }));
  await page.route('http://kept.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<video src="/clip.mp4" autoplay muted></video>' }),
  );
  await page.goto('http://kept.test/');
  await untilMoving(page, 'video');
  expect(clip.can_download).toBe(true);
});

test('UI-04 the tour of clipping is shown once, beside the scissors, and again on request', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  const clipper = await newClipper(api, touchline);
  await page.goto(`/watch/${broadcasts.recorded}`);
  await page.getByRole('button', { name: 'Decline' }).click();
  await logIn(page, clipper.email, newPassword);
  await untilMoving(page, game);
  for (const [index, title] of ['Cut a moment', 'Choose start and end', 'Keep it and share it'].entries()) {
    const step = page.getByRole('dialog', { name: title });
    await expect(step).toBeVisible();
    await expect(step).toContainText(`${index + 1} of 3`);
    if (index === 0) expect(await axeViolations(page)).toEqual([]);
    await step.getByRole('button', { name: index === 2 ? 'Got it' : 'Next' }).click();
  }
  await expect(page.locator('.coach-mark')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('rudy_tutorials'))).toContain('clipping');

  await page.goto('/profile?tab=clips');
  await page.getByRole('button', { name: 'Show how clipping works' }).click();
  await expect(page).toHaveURL(/\/watch\/\d+/);
  await expect(page.getByRole('dialog', { name: 'Cut a moment' })).toBeVisible();
});
