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
