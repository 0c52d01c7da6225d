import type { Page } from '@playwright/test';
import type { Api } from '../support/api.ts';
import { axeViolations, horizontalOverflow, layoutShift, scriptsBeforeFirstPicture } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

interface PageCase {
  name: string;
  channel: string;
  pathOf: (api: Api) => Promise<string>;
}

const channelPages: Record<string, PageCase['pathOf']> = {
  home: async () => '/',
  'a page of the channel': async (api) => (await api.bootstrap()).pages[0]?.url ?? '',
  'a game': async (api) => `/watch/${(await api.homeEvents()).upcoming[0]?.id}`,
  faq: async () => '/faq',
  'not found': async () => '/404',
};
const commonPages: Record<string, PageCase['pathOf']> = {
  console: async () => '/console',
  'the document of the api': async () => '/api/docs',
};
const cases: PageCase[] = [
  ...Object.entries(channelPages).flatMap(([name, pathOf]) => [
    { name: `${name}, dark`, channel: 'demo', pathOf },
    { name: `${name}, light`, channel: 'demo2', pathOf },
  ]),
  ...Object.entries(commonPages).map(([name, pathOf]) => ({ name, channel: 'demo', pathOf })),
];
const sizes = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

for (const { name, channel, pathOf } of cases) {
  for (const size of sizes) {
    test(`UI-19 ${name}, ${size.width} px: axe finds nothing, nothing jumps, nothing sticks out`, async ({
      page,
      api,
      touchline,
      problems,
    }) => {
      problems.allow(/404 \(Not Found\).*\/404\)$/);
      await page.setViewportSize(size);
      await open(page, touchline.origin(channel) + (await pathOf(api.of(channel))));
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
      expect(await horizontalOverflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
  }
}

test('a cold home page loads at most 130 KB of JavaScript in 6 files before the first picture', async ({ page }) => {
  await open(page, '/');
  const scripts = await scriptsBeforeFirstPicture(page);
  const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  process.stdout.write(
    `measured: home loads ${kilobytes.toFixed(1)} KB of JavaScript in ${scripts.length} files before the first picture\n`,
  );
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(130);
  expect(scripts.length).toBeLessThanOrEqual(6);
});
