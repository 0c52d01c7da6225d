// A finger on the glass, as the browser gets it from the system: it scrolls, drags and presses by itself.
import type { Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

const steps = 10;

/** Comes down at one place, moves to another and goes. */
export async function slideFinger(page: Page, from: Point, to: Point): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    await touch('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
    // A finger that is faster than the picture is none.
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch('touchEnd', []);
  await browser.detach();
}
