import type { Page } from '@playwright/test';
import { fullTitleOf } from '../support/cards.ts';
import { expect, test } from '../support/test.ts';

const meta = (page: Page, name: string) =>
  page.locator(`head meta[property="${name}"], head meta[name="${name}"]`).getAttribute('content');

function unescaped(text: string): string {
  return text
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&');
}

test('ROUTE-20 NAV-06 a game says what it is to search engines and messengers', async ({ page, api, touchline }) => {
  const game = (await api.homeEvents()).upcoming[0];
  if (game === undefined) throw new Error('the demo has no upcoming game');
  const title = fullTitleOf(game);
  const address = `${touchline.origin()}/watch/${game.id}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} – Watch – Northline Sports Network`);
  expect(await meta(page, 'og:title')).toBe(await page.title());
  expect(await meta(page, 'og:url')).toBe(address);
  expect(await meta(page, 'og:site_name')).toBe('Northline Sports Network');
  expect(await meta(page, 'og:description')).toBe(await meta(page, 'description'));
  await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute('href', address);
  const picture = await api.fetch(new URL((await meta(page, 'og:image')) ?? '').pathname);
  expect(picture.status()).toBe(200);
  expect(picture.headers()['content-type']).toContain('image/');

  const json = await page.locator('script[type="application/ld+json"]').innerText();
  const { '@graph': graph }: { '@graph': Record<string, unknown>[] } = JSON.parse(json);
  const event = graph.find(({ '@type': type }) => type === 'SportsEvent');
  expect(event).toMatchObject({
    name: title,
    url: address,
    eventStatus: 'https://schema.org/EventScheduled',
    awayTeam: { name: game.participants[0]?.name },
    homeTeam: { name: game.participants[1]?.name },
  });
  expect(Date.parse(String(event?.['startDate']))).toBe(game.event_utc_ts * 1000);
});

test('NAV-06 every screen has its title in the page that the server sends, and keeps it', async ({ page, api }) => {
  const [{ live, finished }, [video], { pages }] = [
    await api.homeEvents(),
    await api.vodItems(),
    await api.bootstrap(),
  ];
  const paths = [
    ...[live, finished].map(([game]) => `/watch/${game?.id}`),
    `/vod_library/${video?.id}`,
    '/',
    '/upcoming',
    '/vod_library',
    '/faq',
    '/contacts',
    '/login',
    pages[0]?.url ?? '',
  ];
  for (const path of paths) {
    const sent = /<title>([^<]*)<\/title>/.exec(await (await api.fetch(path)).text())?.[1];
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page, path).toHaveTitle(unescaped(sent ?? ''));
  }
});

test('NAV-06 titles say which screen it is, and what is on it first', async ({ page, api }) => {
  const { menu, settings } = await api.bootstrap();
  const [video] = await api.vodItems();
  const titles = {
    '/': 'Home',
    [`/?school=${menu.groups[0]?.alias}`]: `${menu.groups[0]?.name} – Home`,
    '/live': 'Events',
    '/vod_library': 'vod',
    [`/vod_library/${video?.id}`]: `${video?.title} – vod`,
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(`${title} – ${settings.name}`);
  }
});

test('the sitemap lists games, videos and pages, and nothing that is not there', async ({ api, touchline }) => {
  const [games, [video], { pages }] = [await api.games(), await api.vodItems(), await api.bootstrap()];
  const sitemap = await api.fetch('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('xml');
  const listed = [...unescaped(await sitemap.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const wanted = [
    ...games.map(({ id }) => `/watch/${id}`),
    ...pages.map(({ url }) => url),
    `/vod_library/${video?.id}`,
    '/',
    '/upcoming',
    '/live',
    '/vod',
    '/schedule',
    '/vod_library',
    '/faq',
    '/contacts',
  ];
  for (const path of wanted) expect(listed).toContain(touchline.origin() + path);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((address) => address?.includes('/login'))).toEqual([]);
  for (const address of listed) {
    const { pathname, search } = new URL(address ?? '');
    expect((await api.fetch(pathname + search)).status(), address).toBe(200);
  }
});

test('robots.txt keeps machines out of what is not for them, and names the sitemap', async ({ api, touchline }) => {
  const text = await (await api.fetch('/robots.txt')).text();
  for (const path of ['/api/', '/console', '/login']) expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).toContain(`Sitemap: ${touchline.origin()}/sitemap.xml`);
  const french = await (await api.of('demo2').fetch('/robots.txt')).text();
  expect(french).toContain(`Sitemap: ${touchline.origin('demo2')}/sitemap.xml`);
});

test('ROUTE-26 a game that is not there is a 404 that is not for search engines', async ({ page, api, problems }) => {
  problems.allow(/404 \(Not Found\)/);
  const answer = await api.fetch('/watch/987654');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toMatch(/<meta name="robots" content="noindex/);
  await page.goto('/watch/987654');
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { level: 1, name: 'Game not found' })).toBeVisible();
});
