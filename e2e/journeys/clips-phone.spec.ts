import {
  comeAs,
  filmOf,
  game,
  handle,
  newClipper,
  openEditor,
  playLimit,
  rangeOf,
  savedClip,
  untilMoving,
} from '../support/clips.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';
import { slideFinger } from '../support/touch.ts';

const phone = { width: 390, height: 844 };

test.use({ viewport: phone, hasTouch: true });

test('CLIP-04 UI-19 on a phone a clip is cut by thumbs, with the live game in sight', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(90_000));
  const clipper = await newClipper(api, touchline);
  await comeAs(page, clipper, `/watch/${broadcasts.live}`);
  const editor = await openEditor(page);
  await untilMoving(page, game);
  await expect(page.locator('article > .player')).toBeInViewport();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  await expect.poll(() => filmOf(editor), { timeout: playLimit }).toEqual(Array(5).fill('160x90'));

  const before = await rangeOf(editor);
  const grip = await handle(editor, 'Start').boundingBox();
  if (!grip) throw new Error('the start cannot be seen');
  expect(grip.width).toBeGreaterThanOrEqual(24);
  expect(grip.height).toBeGreaterThanOrEqual(44);
  const thumb = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  await slideFinger(page, thumb, { x: thumb.x + 40, y: thumb.y + 6 });
  const after = await rangeOf(editor);
  expect(after.start).toBeGreaterThan(before.start + 1);
  expect(after.end).toBe(before.end);

  // The button stays within reach while the form is filled in.
  const button = editor.getByRole('button', { name: 'Save clip' });
  await editor.getByRole('textbox', { name: 'Name' }).fill('By thumbs');
  await editor.locator('.clip-tag').first().tap();
  await expect(button).toBeInViewport({ ratio: 1 });
  const box = await button.boundingBox();
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  await button.tap();
  await expect(page.getByRole('region', { name: 'Your clip is saved' })).toBeVisible();
  await untilMoving(page, savedClip);
  await untilMoving(page, game);
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
});

test('ROUTE-14 on a phone the moments are swiped through', async ({ page, api, touchline, broadcasts }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const clipper = await newClipper(api, touchline);
  for (const name of ['The older one', 'The newer one']) {
    await api.cut(clipper.key, { event_id: broadcasts.recorded, name, start_time: 2, duration: 5, tags: ['Swipe'] });
  }
  await comeAs(page, clipper, '/moments?tag=Swipe');
  const current = page.locator('.moment:not([inert])');
  await expect(current.getByRole('heading', { level: 2, name: 'The newer one' })).toBeVisible();
  await untilMoving(page, '.moment:not([inert]) video');
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  const reel = await page.locator('.moments-reel').boundingBox();
  if (!reel) throw new Error('there is no reel');
  expect(reel.height).toBeGreaterThan(phone.height * 0.6);
  const [x, high, low] = [reel.x + reel.width / 2, reel.y + reel.height * 0.2, reel.y + reel.height * 0.8];
  await slideFinger(page, { x, y: low }, { x, y: high });
  await expect(current.getByRole('heading', { level: 2, name: 'The older one' })).toBeVisible();
  await untilMoving(page, '.moment:not([inert]) video');
  await slideFinger(page, { x, y: high }, { x, y: low });
  await expect(current.getByRole('heading', { level: 2, name: 'The newer one' })).toBeVisible();
});
