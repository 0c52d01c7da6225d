// Pages that follow the server: what changes there is on them without a reload.
import { expect, type Page } from '@playwright/test';

/** What is allowed between a change in the database and the page. */
export const liveLimit = 5_000;

/** Opens a page and waits until it follows the server. */
export async function follow(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/live-updates'));
  await page.goto(path);
  expect((await stream).status()).toBe(200);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

/** Whether the page has not been loaded again since. */
export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window);
}
