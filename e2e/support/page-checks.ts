// Checks that every page has to pass, whatever is on it.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What the browser says where axe asks a frame that is of another origin, or of none. */
export const axeAsksFrames = /Failed to execute 'postMessage'.*does not match the recipient window's origin/;

/** What axe finds wrong, one short line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({
    runOnly: { type: 'tag', values: rules },
    // Collecting what is right takes longer than looking for what is wrong.
    resultTypes: ['violations'],
  });
  // Only pages with frames of other sites need the slower way.
  const { violations } = await axe.setLegacyMode().analyze();
  const lines: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { target, failureSummary } of nodes) {
      const isWrong = id !== targetSize || (await isSmallInTheMiddle(page, target.map(String)));
      if (isWrong) lines.push(`${id} at ${target.join(' ')}: ${failureSummary ?? ''}`);
    }
  }
  return lines;
}

const targetSize = 'target-size';

/** Whether a target is too small where nothing that sticks to an edge of the window covers a part of it. */
async function isSmallInTheMiddle(page: Page, [selector, ...inFrame]: readonly string[]): Promise<boolean> {
  if (selector === undefined || inFrame.length > 0) return true;
  const place = await page.evaluate(() => scrollY);
  const isThere = await page.evaluate((name) => {
    const element = document.querySelector(name);
    element?.scrollIntoView({ block: 'center' });
    return element !== null;
  }, selector);
  if (!isThere) return true;
  const alone = new AxeBuilder({ page }).include(selector).withRules([targetSize]);
  const { violations } = await alone.setLegacyMode().analyze();
  await page.evaluate((top) => scrollTo(0, top), place);
  return violations.length > 0;
}

/** By how many pixels the page is wider than the window. */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

declare global {
  interface Window {
    /** How much the page has jumped so far. */
    shiftedBy?: () => number;
  }
}

/** Counts layout shifts from the next load on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        // TypeScript's library does not know this kind of entry yet.
        const known = 'value' in entry && typeof entry.value === 'number' && 'hadRecentInput' in entry;
        if (known && entry.hadRecentInput === false) sum += Number(entry.value);
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    window.shiftedBy = () => {
      add(observer.takeRecords());
      return sum;
    };
  });
}

/** Cumulative layout shift since the page began to load. */
export async function layoutShift(page: Page): Promise<number> {
  const shift = await page.evaluate(() => window.shiftedBy?.());
  if (shift === undefined) throw new Error('the layout of this page is not observed');
  return shift;
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
