import type { Api, Schemas } from '../support/api.ts';
import { fullTitleOf } from '../support/cards.ts';
import { axeViolations, horizontalOverflow, layoutShift, watchShifts } from '../support/page-checks.ts';
import { picture, player, playLimit, press, untilPlaying } from '../support/player.ts';
import { expect, test } from '../support/test.ts';

/** What the glass may be behind the edge of the stream: the network is this machine. */
const nearEdge = 3;

async function firstGame(
  api: Api,
  state: 'live' | 'upcoming' | 'finished',
  fits: (game: Schemas['Event']) => boolean = () => true,
): Promise<Schemas['Event']> {
  const game = (await api.games({ stream_status: state })).find(fits);
  if (game === undefined) throw new Error(`the demo has no ${state} game that fits`);
  return game;
}

/** The list of a game whose first segment lacks its first seconds. */
function beginsLater(list: string, seconds: number): string {
  return list.replace(/(DATE-TIME:)(\S+)(\n[^]*?#EXTINF:)([\d.]+)(,\n0\.m4s)/, (_, name, at, between, length, file) => {
    const later = new Date(Date.parse(at) + seconds * 1000).toISOString();
    return `${name}${later}${between}${(Number(length) - seconds).toFixed(3)}${file}`;
  });
}

test('PLAY-01 a live game plays at its edge, can be gone back in, and be joined again', async ({
  page,
  broadcasts,
}) => {
  await watchShifts(page);
  // Asked of the server before it is there: without, a picture would be seconds older than it has to be.
  const partToCome = page.waitForResponse((response) => /index\.m3u8\?.*_HLS_part=\d/.test(response.url()));
  await page.goto(`/watch/${broadcasts.live}`);
  await untilPlaying(page);
  expect((await partToCome).status()).toBe(200);
  await expect(player(page).getByRole('button', { name: 'Live', exact: true })).toBeVisible();

  await player(page).focus();
  const before = (await picture(page)).time;
  await page.keyboard.press('j');
  await expect.poll(async () => (await picture(page)).time).toBeLessThan(before - 5);
  await untilPlaying(page);
  // Controls stay while one of them has the focus, and go away under a mouse that rests.
  await player(page).getByRole('button', { name: 'Go live' }).focus();
  await page.keyboard.press('Enter');
  await expect(player(page).getByRole('button', { name: 'Live', exact: true })).toBeVisible();
  await expect.poll(async () => (await picture(page)).time).toBeGreaterThan(before - nearEdge);
  await untilPlaying(page);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('PLAY-08 a live game whose sound begins after its picture can be started over', async ({ page, broadcasts }) => {
  // Rounding alone makes it later by a hair, but not each time.
  await page.route(/\/a0\/index\.m3u8/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: beginsLater(await response.text(), 0.2) });
  });
  await page.goto(`/watch/${broadcasts.live}`);
  await untilPlaying(page);
  await expect.poll(async () => (await picture(page)).time, { timeout: playLimit }).toBeGreaterThan(8);
  await press(page, 'Start over');
  await expect.poll(async () => (await picture(page)).time).toBeLessThan(4);
  await untilPlaying(page);
  // The next list is always being waited for.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('PLAY-01 PLAY-08 a recording plays with its length, its speeds and its shortcuts', async ({
  page,
  broadcasts,
}) => {
  await page.goto(`/watch/${broadcasts.recorded}`);
  await untilPlaying(page);
  await player(page).focus();
  await page.keyboard.press('5');
  const half = (await picture(page)).time;
  expect(half).toBeGreaterThan(1);
  await untilPlaying(page);
  await page.keyboard.press('k');
  expect((await picture(page)).paused).toBe(true);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await player(page).getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await player(page).getByText('1.5×').click();
  await page.keyboard.press('Escape');
  await player(page).focus();
  await page.keyboard.press('k');
  await untilPlaying(page);
  expect(await page.evaluate(() => document.querySelector('video')?.playbackRate)).toBe(1.5);
});

test('PLAY-08 the player passes axe and fits at every width', async ({ page, broadcasts }) => {
  await page.goto(`/watch/${broadcasts.recorded}`);
  await untilPlaying(page);
  await player(page).focus();
  await page.keyboard.press('k');
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  }
});

test('PLAY-07 the player goes on with a new token when its own has run out', async ({ page, broadcasts, problems }) => {
  problems.allow(/403.*\/media\//);
  let refused = 0;
  await page.route('**/media/**', async (route) => {
    // One refusal in the middle of the game, as after a revocation.
    if (refused === 1) {
      refused = 2;
      await route.fulfill({ status: 403, json: { message: 'over', code: 'playback_ended', errors: {} } });
      return;
    }
    await route.fallback();
  });
  // A live game is asked for all the time; a short recording is all in memory at once.
  await page.goto(`/watch/${broadcasts.live}`);
  await untilPlaying(page);
  const renewed = page.waitForResponse((response) => response.url().includes('/playback'));
  refused = 1;
  expect((await renewed).status()).toBe(200);
  await untilPlaying(page);
  expect(refused).toBe(2);
});

test('PLAY-01 a network that goes away and comes back needs no reload', async ({
  page,
  context,
  broadcasts,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`/watch/${broadcasts.live}`);
  await untilPlaying(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await context.setOffline(true);
  await expect(page.getByText('The stream will be right back')).toBeVisible({ timeout: playLimit });
  await context.setOffline(false);
  await expect(page.getByText('The stream will be right back')).toBeHidden({ timeout: playLimit });
  await untilPlaying(page);
  await expect(player(page).getByRole('button', { name: 'Live', exact: true })).toBeAttached({ timeout: playLimit });
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('PLAY-03 without access the page says what it takes, and gives no media', async ({ page, api }) => {
  const media: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/media/')) media.push(request.url());
  });
  const game = await firstGame(api, 'finished', (one) => one.access_type === 'paid' && !one.has_access);
  await page.goto(`/watch/${game.id}`);
  await expect(page.getByRole('link', { name: 'See passes' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `/login?return=%2Fwatch%2F${game.id}`,
  );
  await expect(player(page)).toHaveCount(0);
  expect(media).toEqual([]);
});

test('PLAY-07 a player refused for too many streams can take over', async ({ page, broadcasts, problems }) => {
  problems.allow(/403.*\/playback/);
  let full = true;
  await page.route('**/playback?*', async (route) => {
    if (!full) return route.fallback();
    return route.fulfill({ status: 403, json: { message: 'no', code: 'too_many_streams', errors: {} } });
  });
  await page.route('**/playback/take-over', async (route) => {
    full = false;
    await route.fulfill({ json: { data: {}, meta: {} } });
  });
  await page.goto(`/watch/${broadcasts.recorded}`);
  await page.getByRole('button', { name: 'Watch here instead' }).click();
  await untilPlaying(page);
});

test('ROUTE-21 the embedded player stands alone', async ({ page, broadcasts }) => {
  await page.goto(`/watch_embed/${broadcasts.recorded}`);
  await untilPlaying(page);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const box = await player(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
});

test('PLAY-08 UI-19 while the login is open, keys do nothing to the player under it', async ({ page, broadcasts }) => {
  await page.goto(`/watch/${broadcasts.recorded}`);
  await untilPlaying(page);
  const url = new URL(page.url());
  url.searchParams.set('modal', 'login');
  await page.goto(url.href);
  const login = page.getByRole('dialog');
  await expect(login.getByLabel('Email')).toBeVisible();
  await untilPlaying(page);
  // A press beside the fields leaves nothing focused.
  await login.getByRole('heading').first().click();
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  const sound = () => page.evaluate(() => document.querySelector<HTMLVideoElement>('.player > video')?.muted);
  const [muted, { time }] = [await sound(), await picture(page)];
  for (const key of ['m', 'f', '9', 'l', '?', '/', 'k']) await page.keyboard.press(key);
  await untilPlaying(page);
  expect(await sound()).toBe(muted);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect((await picture(page)).time).toBeGreaterThan(time);
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  await page.keyboard.press('k');
  await expect.poll(async () => (await picture(page)).paused).toBe(true);
});

test('ROUTE-13 a simulated game hides everything past its edge: no seek reaches it, no score or end is shown', async ({
  page,
  api,
  broadcasts,
}) => {
  const game = await firstGame(api, 'finished', ({ id }) => id === broadcasts.recorded);
  await page.goto(`/simulate?event_id=${game.id}&start=5`);
  await untilPlaying(page);
  await expect(page.getByRole('heading', { level: 1, name: fullTitleOf(game) })).toBeVisible();
  await player(page).focus();
  const { time } = await picture(page);
  await page.keyboard.press('End');
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('l');
  await untilPlaying(page);
  expect((await picture(page)).time).toBeLessThan(time + 15);
  const text = await page.getByRole('main').innerText();
  expect(text).not.toContain((game.score ?? []).join('–'));
  expect(text).not.toContain('Final');
  await expect(page).toHaveURL(/start=\d{10}/);
});
