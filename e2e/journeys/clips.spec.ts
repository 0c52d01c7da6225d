import {
  clipButton,
  clipVideo,
  comeAs,
  filmOf,
  game,
  handle,
  newClipper,
  openEditor,
  pastFirstVisit,
  picture,
  playLimit,
  preview,
  rangeOf,
  save,
  savedClip,
  timeField,
  untilMoving,
  write,
} from '../support/clips.ts';
import { fan, logIn } from '../support/member.ts';
import { axeViolations } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

const frame = 0.04;

test('CLIP-01 CLIP-02 CLIP-04 a moment of a live game is cut while the game goes on, and plays at once', async ({
  page,
  context,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(180_000));
  const clipper = await newClipper(api, touchline);
  await comeAs(page, clipper, `/watch/${broadcasts.live}`);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  // There has to be more of the game than the editor opens with.
  await expect.poll(async () => (await picture(page, game)).time, { timeout: waitLimit(40_000) }).toBeGreaterThan(33);
  const before = (await picture(page, game)).time;
  const editor = await openEditor(page);
  const opened = await rangeOf(editor);
  expect(opened.end - opened.start).toBeCloseTo(30, 1);
  expect(opened.end).toBeGreaterThan(before - 6);

  // The game goes on in a corner, without its sound.
  await untilMoving(page, game);
  expect((await picture(page, game)).muted).toBe(true);
  const corner = await page.locator('article > .player').boundingBox();
  const form = await editor.getByRole('textbox', { name: 'Start', exact: true }).boundingBox();
  expect(corner?.width ?? 0).toBeLessThan(300);
  expect(corner?.x ?? 0).toBeGreaterThan(1000);
  expect((corner?.y ?? 0) + (corner?.height ?? 0), 'it covers nothing').toBeLessThan(form?.y ?? 0);
  expect(await axeViolations(page)).toEqual([]);

  // A picture of each stretch of the timeline, up to the last seconds.
  await expect.poll(() => filmOf(editor), { timeout: playLimit }).toEqual(Array(10).fill('160x90'));

  // By mouse: the start is dragged to the right.
  const grip = await handle(editor, 'Start').boundingBox();
  if (!grip) throw new Error('the start cannot be seen');
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  expect((await rangeOf(editor)).start).toBeGreaterThan(opened.start + 1);
  await page.mouse.up();
  expect((await rangeOf(editor)).end).toBe(opened.end);

  // By keyboard: a frame, a second, five seconds.
  await handle(editor, 'End').focus();
  await page.keyboard.press('ArrowLeft');
  const byFrame = (await rangeOf(editor)).end;
  expect(byFrame).toBeLessThan(opened.end);
  expect(byFrame).toBeGreaterThan(opened.end - 2 * frame);
  await page.keyboard.press('Shift+ArrowLeft');
  expect((await rangeOf(editor)).end).toBeCloseTo(byFrame - 1, 2);
  await page.keyboard.press('PageDown');
  expect((await rangeOf(editor)).end).toBeCloseTo(byFrame - 6, 2);

  // In words, in every way that times are written.
  await write(editor, 'Start', '0:00:10');
  await write(editor, 'End', '0:13');
  expect(await rangeOf(editor)).toEqual({ start: 10, end: 13 });
  await expect(timeField(editor, 'End')).toHaveValue('0:00:13');
  await expect(editor.getByText('3 s', { exact: true })).toBeVisible();

  // The preview goes round and round within them. What is asked of the picture counts: a busy browser tells of a jump late.
  const rounds = await page.evaluate(
    (selector) =>
      new Promise<number[]>((resolve, reject) => {
        const video = document.querySelector<HTMLVideoElement>(selector);
        if (!video) return reject(new Error('there is no preview'));
        const seen: number[] = [];
        Object.defineProperty(video, 'currentTime', {
          configurable: true,
          get: () => Reflect.get(HTMLMediaElement.prototype, 'currentTime', video),
          set: (next: number) => {
            if (next < video.currentTime) seen.push(next);
            Reflect.set(HTMLMediaElement.prototype, 'currentTime', next, video);
            if (seen.length < 2) return;
            Reflect.deleteProperty(video, 'currentTime');
            resolve(seen);
          },
        });
      }),
    preview,
  );
  for (const begun of rounds) expect(begun).toBeCloseTo(10, 1);

  // A frame at a time, and the picture that is seen becomes the end.
  await editor.getByRole('button', { name: 'Pause the clip' }).last().click();
  const held = (await picture(page, preview)).time;
  await editor.getByRole('button', { name: 'Forward one frame' }).click();
  await expect.poll(async () => (await picture(page, preview)).time).toBeGreaterThan(held);
  expect((await picture(page, preview)).time).toBeLessThan(held + 2 * frame);
  await editor.getByRole('button', { name: 'Back one frame' }).click();
  await expect.poll(async () => (await picture(page, preview)).time).toBeCloseTo(held, 2);
  await write(editor, 'End', '18');
  await expect.poll(async () => (await picture(page, preview)).paused).toBe(false);

  const saved = await save(page, editor, 'A live moment', 'Buzzer beater');
  await untilMoving(page, savedClip);
  await untilMoving(page, game);
  await saved.getByRole('button', { name: 'Back to the game' }).last().click();
  await expect(page.getByRole('region', { name: 'Clips of this game' }).getByText('A live moment')).toBeVisible();
  await untilMoving(page, game);
  expect((await picture(page, game)).muted).toBe(false);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  // A visitor with the link sees it, at the chosen moment.
  const { data }: { data: { share_path: string; duration: number }[] } = await (
    await api.fetch(`/api/clips/user?api_key=${clipper.key}`)
  ).json();
  expect(data[0]?.duration).toBe(8);
  const stranger = await context.browser()?.newContext();
  if (!stranger) throw new Error('there is no browser');
  const visit = await stranger.newPage();
  await visit.goto(`${touchline.origin()}${data[0]?.share_path ?? ''}`);
  await untilMoving(visit, clipVideo);
  await expect(visit.getByRole('heading', { level: 1, name: 'A live moment' })).toBeVisible();
  await stranger.close();
});

test('CLIP-01 CLIP-04 VAL-08 VAL-13 a recording is cut around the moment, and what cannot be a clip is said at its field', async ({
  page,
  api,
  touchline,
  broadcasts,
}) => {
  test.setTimeout(waitLimit(120_000));
  const clipper = await newClipper(api, touchline);
  await comeAs(page, clipper, `/watch/${broadcasts.recorded}`);
  const editor = await openEditor(page);
  // Nothing is missed: the recording waits.
  await expect(page.locator('article > .player')).toBeHidden();
  expect((await picture(page, game)).paused).toBe(true);
  const { start, end } = await rangeOf(editor);
  expect(start).toBeGreaterThanOrEqual(0);
  expect(end).toBeLessThanOrEqual(18.5);

  await editor.getByRole('button', { name: 'Save clip' }).click();
  await expect(editor.getByText('Please select tag')).toBeVisible();
  await expect(editor.getByText('Please fill in the input field')).toBeVisible();
  await expect(editor.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await write(editor, 'End', '0:45:00');
  await expect(editor.getByText('Your clip duration is longer than the end time')).toBeVisible();
  await write(editor, 'Start', '0:00:09');
  await write(editor, 'End', '0:00:04');
  await expect(editor.getByText('A clip must be between 1 and 120 seconds long.')).toBeVisible();
  await timeField(editor, 'End').fill('-4');
  await expect(editor.getByText('Enter a time like 0:12:30.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('CLIP-01 a member without clipping reads what it takes, and a visitor is asked to log in', async ({
  page,
  broadcasts,
}) => {
  await pastFirstVisit(page);
  await page.goto(`/watch/${broadcasts.recorded}`);
  await clipButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Log in to cut clips' });
  await expect(sheet.getByRole('link', { name: 'See passes' })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `/login?return=%2Fwatch%2F${broadcasts.recorded}`,
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await logIn(page, fan);
  await clipButton(page).click();
  await expect(page.getByRole('dialog', { name: 'You need a pass to cut clips' })).toContainText('includes clipping');
});

test('CLIP-04 UI-19 a clip is cut and saved by the keyboard alone', async ({ page, api, touchline, broadcasts }) => {
  test.setTimeout(waitLimit(120_000));
  const clipper = await newClipper(api, touchline);
  await comeAs(page, clipper, `/watch/${broadcasts.recorded}`);
  await untilMoving(page, game);
  await clipButton(page).focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('region', { name: 'Cut a clip' });
  await expect(editor).toBeFocused();
  await untilMoving(page, preview);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  await expect(editor).toBeVisible();

  const tabTo = async (name: string, role: 'button' | 'slider' | 'textbox') => {
    const wanted = editor.getByRole(role, { name, exact: true }).first();
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  await tabTo('Start', 'slider');
  await page.keyboard.press('k');
  await expect.poll(async () => (await picture(page, preview)).paused).toBe(true);
  await page.keyboard.press('PageUp');
  const moved = await rangeOf(editor);
  expect(moved.start).toBeGreaterThan(4);
  await tabTo('End', 'slider');
  // To the last picture there is, and no further.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('PageUp');
  await tabTo('Name', 'textbox');
  await page.keyboard.type('By keys');
  // The first tag of the sport.
  await page.keyboard.press('Tab');
  await page.keyboard.press(' ');
  await tabTo('Save clip', 'button');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('region', { name: 'Your clip is saved' });
  await expect(saved).toBeFocused();
  await untilMoving(page, savedClip);
  await page.keyboard.press('Escape');
  await expect(saved).toBeHidden();
  await expect(clipButton(page)).toBeFocused();
  await expect(page.getByRole('region', { name: 'Clips of this game' }).getByText('By keys')).toBeVisible({
    timeout: playLimit,
  });
});
