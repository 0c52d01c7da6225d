// The page other than the program sends it.
import type { Page } from '@playwright/test';

const bootScript = /(<script id="boot"[^>]*>)[^<]*(<\/script>)/;

/** The page as a plain file server would send it: without the start-up data that the program puts into it. */
export async function withoutBootData(page: Page): Promise<void> {
  await rewrite(page, bootScript, '$1<!--touchline:boot-->$2');
}

/** The page of a channel whose operator lets visitors choose their language. */
export async function withSeveralLanguages(page: Page): Promise<void> {
  await rewrite(page, /"multi_language":false/, '"multi_language":true');
}

async function rewrite(page: Page, what: RegExp, by: string): Promise<void> {
  await page.route(
    (url) => !url.pathname.startsWith('/api/') && !url.pathname.startsWith('/assets/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      if (!what.test(html)) throw new Error(`the page has nothing like ${what.source}`);
      return route.fulfill({ response, body: html.replace(what, by) });
    },
  );
}
