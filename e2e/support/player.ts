// The player of a page, and what is on its glass.
import { expect, type Locator, type Page } from '@playwright/test';
import { waitLimit } from './slowness.ts';

/** Longer than a picture takes to come on a machine that is busy. */
export const playLimit = waitLimit(20_000);

interface Picture {
  time: number;
  paused: boolean;
  frames: number;
}

export const player = (page: Page): Locator => page.getByRole('region', { name: /^Video player/ });

export function picture(page: Page): Promise<Picture> {
  return page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.player > video');
    if (!video) return { time: -1, paused: true, frames: 0 };
    const { totalVideoFrames } = video.getVideoPlaybackQuality();
    return { time: video.currentTime, paused: video.paused, frames: totalVideoFrames };
  });
}

/** Waits until frames are shown, not until a clock says so. */
export async function untilPlaying(page: Page): Promise<void> {
  const before = (await picture(page)).frames;
  await expect.poll(async () => (await picture(page)).frames - before, { timeout: playLimit }).toBeGreaterThan(10);
  expect((await picture(page)).paused).toBe(false);
}

/** A press of one of the player's buttons; by the keyboard, since a mouse that rests hides them. */
export async function press(page: Page, name: string): Promise<void> {
  await player(page).getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}
