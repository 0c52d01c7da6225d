// What goes over the wire to the API, in order: "> channel-key" when a request leaves, "< channel-key" when its answer comes.
import type { Page, Request } from '@playwright/test';

export class Wire {
  readonly lines: string[] = [];
  readonly requests: Request[] = [];

  constructor(page: Page) {
    page.on('request', (request) => {
      const call = callOf(request);
      if (call === undefined) return;
      this.requests.push(request);
      this.lines.push(`> ${call}`);
    });
    page.on('response', (response) => {
      const call = callOf(response.request());
      if (call !== undefined) this.lines.push(`< ${call}`);
    });
  }

  requestsOf(call: string): Request[] {
    return this.requests.filter((request) => callOf(request) === call);
  }
}

function callOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') ? pathname.slice('/api/'.length) : undefined;
}

/** Holds the answers of these calls back until every one of them was asked for: calls in sequence would wait for ever. */
export async function answerTogether(page: Page, calls: string[]): Promise<void> {
  const asked = new Set<string>();
  const all = Promise.withResolvers<void>();
  for (const call of calls) {
    await page.route(
      (url) => url.pathname === `/api/${call}`,
      async (route) => {
        asked.add(call);
        if (asked.size === calls.length) all.resolve();
        await all.promise;
        await route.continue();
      },
    );
  }
}
