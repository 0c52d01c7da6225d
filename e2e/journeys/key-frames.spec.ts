// Games of encoders whose key frames are far apart, as those of OBS are unless it is told otherwise.
import type { Page } from '@playwright/test';
import { mediaAddress, push, upcomingFreeGame } from '../support/broadcasts.ts';
import { playLimit } from '../support/player.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';

const onDemand = 3;
/** 8.32 s: longer than a segment, so that some have none. */
const keyEvery = 208;

/** Goes there, and gives the time of the picture that is on the glass then. */
function pictureAt(page: Page, time: number): Promise<number> {
  return page.evaluate(
    (to) =>
      new Promise<number>((shown) => {
        const video = document.querySelector<HTMLVideoElement>('.player > video');
        if (!video) throw new Error('there is no player');
        video.currentTime = to;
        void video.play();
        const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
          if (video.seeking) video.requestVideoFrameCallback(look);
          else shown(mediaTime);
        };
        video.requestVideoFrameCallback(look);
      }),
    time,
  );
}

function isThere(): boolean {
  return (document.querySelector<HTMLVideoElement>('.player > video')?.readyState ?? 0) > 1;
}

test('PLAY-08 seeking lands on the asked picture, however far apart key frames are', async ({
  page,
  api,
  touchline,
}) => {
  test.setTimeout(waitLimit(120_000));
  const game = await upcomingFreeGame(api);
  const encoder = push(await touchline.ingestAddress(game), { keyEvery, seconds: 40, speed: 8 });
  await new Promise((ended) => encoder.once('exit', ended));
  await touchline.endGame(game);
  await mediaAddress(api, touchline, game, onDemand);
  await page.goto(`/watch/${game}`);
  await page.waitForFunction(isThere, undefined, { timeout: playLimit });
  // In segments with and without a key frame, forwards and backwards.
  for (const time of [32, 15.7, 24, 7.5, 38.9, 0.2]) {
    // oxlint-disable-next-line no-await-in-loop -- one seeks after the other.
    const shown = await pictureAt(page, time);
    expect(shown, `the picture at ${time} s`).toBeGreaterThan(time - 0.05);
    expect(shown, `the picture at ${time} s`).toBeLessThan(time + 0.4);
  }
});
