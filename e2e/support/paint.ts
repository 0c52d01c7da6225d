// What a page does before its visitor sees anything of it.
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** When the frame began that first shows the screen. */
    paintedAt?: number;
  }
}

/** Notes, from the next load on, when the screen's heading is first painted; the splash before it does not count. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main h1') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        window.paintedAt = performance.now();
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

/** The calls to the API that left before the screen was painted. */
export async function callsBeforePaint(page: Page): Promise<string[]> {
  await page.waitForFunction(() => window.paintedAt !== undefined);
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < (window.paintedAt ?? 0))
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/api/')),
  );
}
