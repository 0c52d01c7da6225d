import { cards } from '../support/cards.ts';
import { expect, test } from '../support/test.ts';

test('UI-01 the cookie notice has two equal answers and remembers the one that was given', async ({ page }) => {
  for (const answer of ['Accept', 'Decline']) {
    await page.goto('/');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const notice = page.getByRole('region', { name: 'Cookies' });
    const look = (name: string) =>
      notice.getByRole('button', { name }).evaluate((button) => {
        const { backgroundColor, color, borderColor, fontSize, fontWeight } = getComputedStyle(button);
        const { height } = button.getBoundingClientRect();
        return { backgroundColor, color, borderColor, fontSize, fontWeight, height };
      });
    expect(await look('Accept')).toEqual(await look('Decline'));

    await notice.getByRole('button', { name: answer }).click();
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toBeHidden();
  }
});

test('UI-01 before an answer only what the page needs is stored and sent', async ({ page, touchline }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== touchline.origin() || pathname.startsWith('/datalake')) foreign.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  const needed = new Set(['rudy_channel_key', 'rudy_api_key', 'rudy_language', 'rudy_member']);
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(stored.filter((name) => !needed.has(name))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(foreign).toEqual([]);
});

test('ROUTE-26 unknown paths and ids that are no numbers lead to /404, which leads home', async ({
  page,
  problems,
}) => {
  problems.allow(/404 \(Not Found\)/);
  for (const path of ['/no/such/path', '/watch/abc', '/nothing']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/404');
    await expect(page.getByText(/game (was )?not found/i)).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL('/');
  await expect(cards(page).first()).toBeVisible();
});

test('ROUTE-26 the answer itself is a 404 as well', async ({ request, touchline }) => {
  for (const path of ['/404', '/no/such/path']) {
    const answer = await request.get(`${touchline.loopback()}${path}`);
    expect(answer.status(), path).toBe(404);
  }
});

test('UI-19 a keyboard alone gets to the content, through the menu and into a game', async ({ page }) => {
  await page.goto('/');
  await expect(cards(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const seen = new Set<string>();
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      const { top, bottom } = element.getBoundingClientRect();
      return {
        name: element.textContent.trim() || element.getAttribute('aria-label'),
        href: element.getAttribute('href'),
        hasRing: outlineStyle !== 'none' || boxShadow !== 'none',
        inView: bottom > 0 && top < innerHeight,
      };
    });
    if (focus === null) break;
    expect(focus, `focus on ${focus.name}`).toMatchObject({ hasRing: true, inView: true });
    if (focus.href !== null) seen.add(focus.href);
    if (focus.href?.startsWith('/watch/')) break;
  }
  const game = [...seen].find((href) => href.startsWith('/watch/'));
  expect(game).toBeDefined();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(game ?? '');
});

test('UI-19 on a phone the menu opens and closes by keyboard and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

test('ROUTE-24 ROUTE-29 the header leads to the lists, the library, schools and teams', async ({ page, api }) => {
  const { menu } = await api.bootstrap();
  const live = (await api.homeEvents()).live.length;
  await page.goto('/faq');
  const header = page.getByRole('banner');
  await expect(header.getByText(`${live} games are live`)).toBeAttached();
  for (const [name, path] of [
    ['Live', '/live'],
    ['Schedule', '/schedule'],
    ['On demand', '/vod'],
    ['Library', '/vod_library'],
  ] as const) {
    const link = header.getByRole('link', { name: new RegExp(`^${name}`) });
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const [panel, parameter, entry] of [
    ['Schools', 'school', menu.groups[1]],
    ['Teams', 'team', menu.participants[1]],
  ] as const) {
    if (entry === undefined) throw new Error(`the menu has no ${panel}`);
    await header.getByRole('button', { name: panel }).click();
    await header.getByRole('link', { name: entry.name, exact: true }).click();
    await expect(page).toHaveURL(`/?${parameter}=${entry.alias}`);
    await expect(page.getByRole('heading', { level: 1, name: entry.name })).toBeVisible();
    await expect(header.getByRole('link', { name: entry.name, exact: true })).toBeHidden();
  }
});

test('UI-19 on a phone the main screens are within reach of a thumb, and nothing is hidden behind them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Decline' }).click();
  const tabs = page.getByRole('navigation', { name: 'Quick links' });
  for (const [name, path] of [
    ['Live', '/live'],
    ['Schedule', '/schedule'],
    ['On demand', '/vod'],
    ['Home', '/'],
  ] as const) {
    const tab = tabs.getByRole('link', { name: new RegExp(name) });
    await tab.click();
    await expect(page).toHaveURL(path);
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/faq');
  const last = page.getByRole('contentinfo').getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [link, bar] = [await last.boundingBox(), await tabs.boundingBox()];
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('ROUTE-10 ROUTE-11 ROUTE-25 the footer leads to help and to what has to be said', async ({ page }) => {
  await page.goto('/live');
  const footer = page.getByRole('contentinfo');
  for (const path of ['/contacts', '/faq', '/about', '/privacy_policy', '/terms_conditions']) {
    await footer.locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  }
});
