import { setCountries } from '../support/another-server.ts';
import { newClipper, pastFirstVisit, picture, untilMoving } from '../support/clips.ts';
import { axeViolations } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

const seen = '.moment:not([inert])';

test('ROUTE-14 the moments are gone through by keys, silent until asked, and the next one is there already', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const clipper = await newClipper(api, touchline);
  const names = ['First of three', 'Second of three', 'Third of three'];
  for (const [index, name] of names.entries()) {
    const tags = index === 0 ? ['Reel', 'Alone'] : ['Reel'];
    await api.cut(clipper.key, { event_id: broadcasts.recorded, name, start_time: 2 + index, duration: 5, tags });
  }
  await pastFirstVisit(page);
  // Every clip is asked for once to be ready, and once more when it is seen: that is its view.
  const views: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/media\/[^/]+\/index\.m3u8$/.test(pathname) && search === '') views.push(pathname);
  });
  await page.goto('/moments?tag=Reel');
  const heading = (name: string) => page.locator(seen).getByRole('heading', { level: 2, name });
  await expect(heading('Third of three')).toBeVisible();
  await untilMoving(page, `${seen} video`);
  expect((await picture(page, `${seen} video`)).muted).toBe(true);
  const nextReady = () =>
    page.evaluate(() => document.querySelectorAll<HTMLVideoElement>('.moment video')[1]?.readyState ?? 0);
  await expect.poll(nextReady).toBeGreaterThanOrEqual(2);
  expect(new Set(views).size).toBe(1);
  expect(await axeViolations(page)).toEqual([]);

  await page.keyboard.press('ArrowDown');
  await expect(heading('Second of three')).toBeVisible();
  await untilMoving(page, `${seen} video`);
  await page.keyboard.press('m');
  await expect.poll(async () => (await picture(page, `${seen} video`)).muted).toBe(false);
  await page.getByRole('button', { name: 'Next moment' }).click();
  await expect(heading('First of three')).toBeVisible();
  expect((await picture(page, `${seen} video`)).muted).toBe(false);
  await expect(page.getByRole('button', { name: 'Next moment' })).toBeDisabled();
  // One plays at a time.
  await untilMoving(page, `${seen} video`);
  const playing = await page
    .locator('.moment video')
    .evaluateAll((all) => all.map((one) => 'paused' in one && !one.paused));
  expect(playing.filter(Boolean)).toHaveLength(1);

  await page.locator(seen).getByRole('link', { name: '#Alone' }).click();
  await expect(page).toHaveURL('/moments?tag=Alone');
  await expect(page.locator('.moment')).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Reel' }).click();
  await expect(page.locator('.moment')).toHaveCount(3);
  await page.goto('/moments?tag=Nothing');
  await expect(page.getByText('No moments with this tag')).toBeVisible();
});

test('ROUTE-14 with reduced motion a moment plays only after a press', async ({ page, api, touchline, broadcasts }) => {
  const clipper = await newClipper(api, touchline);
  await api.cut(clipper.key, {
    event_id: broadcasts.recorded,
    name: 'Still',
    start_time: 2,
    duration: 5,
    tags: ['Stillness'],
  });
  await pastFirstVisit(page);
  await page.goto('/moments?tag=Stillness');
  await page.getByRole('button', { name: 'Play' }).click();
  await untilMoving(page, `${seen} video`);
});

test('ROUTE-14 GEO-02 a moment of a game that is not shown here is not among them', async ({
  page,
  api,
  touchline,
  broadcasts,
  problems,
}) => {
  const clipper = await newClipper(api, touchline);
  const clip = await api.cut(clipper.key, {
    event_id: broadcasts.recorded,
    name: 'Far away',
    start_time: 2,
    duration: 5,
    tags: ['Abroad'],
  });
  await pastFirstVisit(page);
  await page.goto('/moments?tag=Abroad');
  await expect(page.locator('.moment')).toHaveCount(1);
  // A playing clip is authorized anew with each segment.
  problems.allow(/403.*\/media\//);
  try {
    setCountries(touchline, broadcasts.recorded, ['FR']);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('No moments with this tag')).toBeVisible({ timeout: waitLimit(2_000) });
    }).toPass();
    await page.goto(clip.share_path);
    await expect(page.getByText('This game is not available in your region.')).toBeVisible();
  } finally {
    setCountries(touchline, broadcasts.recorded);
  }
});
