// Checks that every page has to pass, whatever is on it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong, one short line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** By how many pixels the page is wider than the window. */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Cumulative layout shift since the page began to load. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          const shifts = list.getEntries().map((entry) => {
            // TypeScript's library does not know this kind of entry yet.
            const known = 'value' in entry && typeof entry.value === 'number' && 'hadRecentInput' in entry;
            return known && entry.hadRecentInput === false ? Number(entry.value) : 0;
          });
          resolve(shifts.reduce((sum, shift) => sum + shift, 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // The observer never calls back when nothing has shifted.
        setTimeout(() => resolve(0), 500);
      }),
  );
}

/** The scripts asked for before the first picture, with their size on the wire in bytes. */
export async function scriptsBeforeFirstPicture(page: Page): Promise<{ name: string; bytes: number }[]> {
  return page.evaluate(() => {
    const resources = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming);
    const pictures = resources.filter((entry) => entry.initiatorType === 'img').map((entry) => entry.startTime);
    const firstPicture = Math.min(...pictures);
    return resources
      .filter((entry) => new URL(entry.name).pathname.endsWith('.js') && entry.startTime < firstPicture)
      .map((entry) => ({ name: entry.name, bytes: entry.encodedBodySize }));
  });
}
