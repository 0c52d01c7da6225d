// All providers stand at one address of this machine, which a server in development may ask.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { changeContent } from '../support/another-server.ts';
import { check, logIn, save, text } from '../support/console-form.ts';
import { portOf } from '../support/ports.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test as base } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

const GOOGLE = /^https:\/\/(www\.googletagmanager\.com|region1\.google-analytics\.com)\//;

interface Providers {
  readonly server: Server;
  readonly address: string;
  /** What was posted, as error reports are. */
  readonly posted: string[];
}

/** Knows the container `GTM-KNOWN1`, and does not answer about `GTM-SILENT1`. */
async function imitate(): Promise<Providers> {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.includes('GTM-SILENT1')) return;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'POST') posted.push(Buffer.concat(parts).toString());
      const isKnown = request.method === 'POST' || request.url === '/gtm.js?id=GTM-KNOWN1';
      response.writeHead(isKnown ? 200 : 404, { 'access-control-allow-origin': '*' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${portOf(server)}`, posted };
}

const test = base.extend<object, { touchline: Touchline; providers: Providers }>({
  providers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const providers = await imitate();
      await use(providers);
      providers.server.closeAllConnections();
      providers.server.close();
    },
    { scope: 'worker' },
  ],
  touchline: [
    async ({ providers }, use) => {
      const touchline = await Touchline.start({
        TOUCHLINE_DEVELOPMENT: 'true',
        TOUCHLINE_GOOGLE_TAG_URL: providers.address,
        TOUCHLINE_FACEBOOK_GRAPH_URL: providers.address,
      });
      await use(touchline);
      await touchline.stop();
    },
    { scope: 'worker', timeout: waitLimit(90_000) },
  ],
});

test('OPS-02 T44 an owner checks a known, an unknown and a silent id, and gives a client its secret', async ({
  page,
}) => {
  await logIn(page, '/console/demo2/settings');
  const tag = text(page, 'Google tag');
  await expect(page.getByText('Enter an ID above and save it; then it can be checked here.')).toBeVisible();
  for (const [id, answer] of [
    ['GTM-KNOWN1', 'Google answers: container known.'],
    ['GTM-OTHER1', 'Google answers: container unknown, or never published.'],
    ['GTM-SILENT1', 'Google did not answer within 5 seconds.'],
  ] as const) {
    await tag.fill(id);
    await save(page);
    await expect(page.getByText(id, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Check: Google tag' }).click();
    await expect(page.getByText(answer)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText('Google did not answer within 5 seconds.')).toBeVisible();

  await text(page, 'Facebook app ID').fill('123456');
  await tag.fill('');
  await save(page);
  const form = page.getByRole('form', { name: 'Secret: Facebook app ID' });
  await form.getByLabel('Secret').fill('hunter2');
  await form.getByRole('button', { name: 'Save secret' }).click();
  await expect(form.getByText('A secret is saved. It is never shown; a new one replaces it.')).toBeVisible();
  await expect(form.getByLabel('Secret')).toHaveValue('');
  await page.getByRole('button', { name: 'Check: Facebook app ID' }).click();
  await expect(page.getByText(/^Facebook knows the ID with this secret\./)).toBeVisible();
  await check(page);
});

/** Google's answers, and what was asked of it. */
async function followGoogle(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const script = `document.cookie = '_ga=GA1.1.1; path=/'; void fetch('https://region1.google-analytics.com/g/collect')`;
  await page.route(GOOGLE, async (route) => {
    asked.push(route.request().url());
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ headers, contentType: 'text/javascript', body: script });
  });
  return asked;
}

const commands = (page: Page) =>
  page.evaluate(() => {
    const layer: unknown = Reflect.get(globalThis, 'dataLayer');
    return JSON.stringify(Array.isArray(layer) ? layer.map((one: object) => Object.values(one)) : []);
  });

test('UI-01 ANA-01 ANA-08 the tag and error reports wait for consent, follow pages, and end when it is withdrawn', async ({
  page,
  context,
  touchline,
  providers,
  problems,
}) => {
  problems.allow(/Broken/);
  const dsn = `${providers.address.replace('//', '//abc@')}/42`;
  changeContent(touchline, ['UPDATE channels SET google_tag = ?, sentry_dsn = ? WHERE id = :channel', 'G-AB12', dsn]);
  const asked = await followGoogle(page);
  const [accept, decline] = ['Accept', 'Decline'].map((name) => page.getByRole('button', { name, exact: true }));
  if (!accept || !decline) throw new Error('no answers');
  const fail = async () => {
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('Broken for fan@demo.test');
      }),
    );
  };
  await expect
    .poll(async () => (await page.request.get('/')).headers()['content-security-policy'])
    .toContain('googletagmanager');

  await page.goto('/?utm_source=letter&secret=1');
  await expect(accept).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await fail();
  await decline.click();
  await page.reload();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await fail();
  expect([asked, providers.posted.filter((body) => body.includes('Broken'))]).toEqual([[], []]);

  // The footer asks again.
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
  await accept.click();
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[0]).toBe('https://www.googletagmanager.com/gtag/js?id=G-AB12');
  expect(await context.cookies()).toMatchObject([{ name: '_ga' }]);
  expect(await commands(page)).toContain('page_view');
  await fail();
  await expect.poll(() => providers.posted.filter((body) => body.includes('Broken for [email]'))).toHaveLength(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect.poll(() => commands(page)).toContain(`${touchline.origin()}/faq`);
  expect(await commands(page)).not.toContain('secret=1');

  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
  await Promise.all([page.waitForEvent('load'), decline.click()]);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(asked).toHaveLength(2);

  // A channel without a tag loads none, whatever is accepted, and its pages would not let one in.
  const answer = await page.goto(touchline.origin('demo2'));
  await page.getByRole('button', { name: 'Accepter', exact: true }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(answer?.headers()['content-security-policy']).not.toContain('google');
});
