// Playwright's `test` with the real program behind it; a journey fails when the browser complains of anything.
import { expect, test as base } from '@playwright/test';
import { Api } from './api.ts';
import { Broadcasts } from './broadcasts.ts';
import { Mailbox } from './mailbox.ts';
import { OWN_CONNECTIONS } from './own-connections.ts';
import { Problems } from './problems.ts';
import { waitLimit } from './slowness.ts';
import { Touchline } from './touchline.ts';

interface JourneyFixtures {
  api: Api;
  mailbox: Mailbox;
  problems: Problems;
}

interface WorkerFixtures {
  touchline: Touchline;
  /** Only for journeys that watch: making it takes half a minute. */
  broadcasts: Broadcasts;
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  touchline: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const touchline = await Touchline.start();
      await use(touchline);
      await touchline.stop();
    },
    { scope: 'worker', timeout: waitLimit(90_000) },
  ],

  broadcasts: [
    async ({ touchline }, use) => {
      const broadcasts = await Broadcasts.start(touchline);
      await use(broadcasts);
      broadcasts.stop();
    },
    { scope: 'worker', timeout: waitLimit(120_000) },
  ],

  baseURL: async ({ touchline }, use) => {
    await use(touchline.origin());
  },

  request: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({
      ...OWN_CONNECTIONS,
      ...(baseURL !== undefined && { baseURL }),
    });
    await use(context);
    await context.dispose();
  },

  api: async ({ request, touchline }, use) => {
    await use(new Api(request, touchline));
  },

  mailbox: async ({ request, touchline }, use) => {
    await use(new Mailbox(request, touchline));
  },

  problems: [
    async ({ page, touchline }, use, testInfo) => {
      const problems = new Problems(page);
      await use(problems);
      if (testInfo.status !== testInfo.expectedStatus) {
        process.stderr.write(`the program's log:\n${touchline.log().split('\n').slice(-40).join('\n')}\n`);
      }
      expect(problems.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
