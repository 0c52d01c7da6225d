// What an open page makes of an encoder that comes, goes and comes back, without ever being loaded again.
import type { Page, Response } from '@playwright/test';
import { Api } from '../support/api.ts';
import { push, upcomingFreeGame } from '../support/broadcasts.ts';
import { picture, player, playLimit, press, untilPlaying } from '../support/player.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

/** From the first new pictures that can be had to those on the glass. */
const backLimit = 4_000;
const rightBack = 'The stream will be right back';

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window);
}

/** A playlist that lists pictures of another encoder. */
async function hasBreak(response: Response): Promise<boolean> {
  if (!/\/v\d+\/index\.m3u8/.test(response.url()) || !response.ok()) return false;
  return (await response.text()).includes('#EXT-X-DISCONTINUITY\n');
}

test('PLAY-05 EVT-11 a countdown becomes the game, and an encoder that is replaced interrupts it only', async ({
  page,
  api,
  touchline,
}) => {
  test.setTimeout(waitLimit(150_000));
  // Headless browsers have no other window to put a picture into: the call is what there is to see.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: true });
    Object.assign(HTMLVideoElement.prototype, {
      requestPictureInPicture(this: HTMLVideoElement) {
        this.dataset['pip'] = 'asked';
        return new Promise(() => undefined);
      },
    });
  });
  const game = await upcomingFreeGame(api);
  const address = await touchline.ingestAddress(game);
  await page.goto(`/watch/${game}`);
  await expect(page.getByRole('timer')).toBeVisible();
  await mark(page);

  // Its sound comes later than its picture, as that of many a camera does.
  const first = push(address, { soundAfter: 1.5 });
  let second = first;
  try {
    await expect(player(page)).toBeVisible({ timeout: playLimit });
    await untilPlaying(page);
    first.kill('SIGKILL');
    await expect(page.getByText(rightBack)).toBeVisible({ timeout: playLimit });
    await expect(page.getByRole('alert')).toHaveCount(0);

    const { frames } = await picture(page);
    const listed = page.waitForResponse(hasBreak, { timeout: playLimit }).then(() => Date.now());
    const shown = page
      .waitForFunction(
        (before) => {
          const video = document.querySelector<HTMLVideoElement>('.player > video');
          return (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > before;
        },
        frames,
        { timeout: playLimit },
      )
      .then(() => Date.now());
    second = push(address, { size: '480x270' });
    expect((await shown) - (await listed)).toBeLessThan(backLimit);
    await expect(page.getByText(rightBack)).toBeHidden({ timeout: playLimit });
    await untilPlaying(page);
    await expect(player(page).getByRole('button', { name: 'Live', exact: true })).toBeAttached({ timeout: playLimit });

    const edge = (await picture(page)).time;
    await press(page, 'Start over');
    await expect.poll(async () => (await picture(page)).time).toBeLessThan(Math.min(4, edge));
    await untilPlaying(page);
    await press(page, 'Go live');
    await expect.poll(async () => (await picture(page)).time).toBeGreaterThan(edge);
    await untilPlaying(page);
    await press(page, 'Theatre mode');
    await expect(page.locator('.watch')).toHaveAttribute('data-theatre', 'true');
    await press(page, 'Leave theatre mode');
    await expect(page.locator('.watch')).toHaveAttribute('data-theatre', 'false');
    await press(page, 'Picture in picture');
    await expect(page.locator('.player > video')).toHaveAttribute('data-pip', 'asked');
    expect(await isMarked(page)).toBe(true);
  } finally {
    first.kill('SIGKILL');
    second.kill('SIGKILL');
    await touchline.endGame(game);
  }
});

test('PLAY-05 a restarted game goes on for its viewers', async ({ page, request, problems }) => {
  test.setTimeout(waitLimit(150_000));
  // The new stream has nothing to list until its first key frame.
  problems.allow(/503.*\/media\//);
  const program = await Touchline.start({ TOUCHLINE_DEMO_LENGTH_S: '15' });
  const game = await upcomingFreeGame(new Api(request, program));
  const encoder = push(await program.ingestAddress(game), {});
  try {
    await page.goto(`${program.origin()}/watch/${game}`);
    await untilPlaying(page);
    await mark(page);
    for (let round = 0; round < 2; round += 1) {
      // Asked for once by every player: a new one is a new game.
      const anew = page.waitForRequest((asked) => /^\/media\/[^/]+\/index\.m3u8$/.test(new URL(asked.url()).pathname), {
        timeout: waitLimit(60_000),
      });
      // oxlint-disable-next-line no-await-in-loop -- one after the other.
      await anew;
      // oxlint-disable-next-line no-await-in-loop
      await untilPlaying(page);
    }
    await expect(player(page).getByRole('button', { name: 'Live', exact: true })).toBeAttached({ timeout: playLimit });
    await expect(player(page).getByRole('button', { name: 'Replay' })).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  } finally {
    encoder.kill('SIGKILL');
    // The page is closed before the program stops.
    await page.goto('about:blank');
    await program.stop();
  }
});
