import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../support/api.ts';
import { listedGames } from '../support/cards.ts';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const pageSize = 24;
const earliestDay = '2022-08-01';
const dayMs = 86_400_000;
/** The zone that the journeys' browser is in. */
const zone = 'Europe/London';
const failure = { message: 'the service is away for a moment', code: 'unavailable', errors: {} };

const lists = [
  { path: '/live', name: 'Live', states: 'live' },
  { path: '/upcoming', name: 'Upcoming', states: 'upcoming' },
  { path: '/vod', name: 'On demand', states: 'finished' },
  { path: '/schedule', name: 'Schedule', states: 'live,upcoming' },
];

const isLive = (game: Schemas['Event']) => game.stream_status === 'live';
const idsOf = (games: Schemas['Event'][]) => games.map(({ id }) => id);
/** The day of a game for the viewer. */
const dayOf = (game: Pick<Schemas['Event'], 'event_utc_ts'>) => dayAt(game.event_utc_ts * 1000);
const dayAt = (ms: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(ms);
const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

function longDate(day: string, options: Intl.DateTimeFormatOptions = {}): string {
  const format = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC', ...options });
  return format.format(Date.parse(day));
}

function headingOf(day: string): string {
  const today = dayAt(Date.now());
  const near = { [today]: 'Today', [addDays(today, 1)]: 'Tomorrow', [addDays(today, -1)]: 'Yesterday' }[day];
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return near ?? longDate(day, { weekday: 'long', ...year });
}

function count(page: Page): Locator {
  return page.getByRole('main').getByRole('status');
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(count(page)).toHaveText(/\d+ games?/);
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
}

async function expectGames(page: Page, games: Schemas['Event'][]): Promise<void> {
  await expect(count(page)).toHaveText(games.length === 1 ? '1 game' : `${games.length} games`);
  await expect.poll(() => listedGames(page)).toEqual(idsOf(games).slice(0, pageSize));
}

const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' });
const calendarDay = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

test('ROUTE-24 each of the four addresses opens with its own state, and the tabs lead from one to the other', async ({
  page,
  api,
}) => {
  await open(page, '/live');
  for (const { path, name, states } of lists) {
    const tabs = page.getByRole('navigation', { name: 'Lists of games' });
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(tabs.locator('[aria-current]')).toHaveText([name]);
    const found = await api.games({ stream_status: states });
    expect(found.length).toBeGreaterThan(0);
    // What is live comes first, also where it began before its time.
    const games = [...found.filter(isLive), ...found.filter((game) => !isLive(game))];
    await expectGames(page, games);
    await page.reload();
    await expectGames(page, games);
  }
});

test('ROUTE-24 a choice goes along to another list, its dates do not', async ({ page }) => {
  const tomorrow = addDays(dayAt(Date.now()), 1);
  await open(page, `/upcoming?sport=basketball&gender=W&from=${tomorrow}`);
  await page.getByRole('navigation', { name: 'Lists of games' }).getByRole('link', { name: 'On demand' }).click();
  await expect(page).toHaveURL('/vod?sport=basketball&gender=W');
});

test('UI-12 EVT-03 filters are kept in the address: they survive reload, back and forward', async ({ page, api }) => {
  const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
  const upcoming = (query: Record<string, string>) => api.games({ stream_status: 'upcoming', ...query });
  await open(page, '/upcoming');
  await filter('Sport').selectOption('Basketball');
  await expectGames(page, await upcoming({ sport: 'basketball' }));
  await filter('Gender').selectOption('Women');
  const women = await upcoming({ sport: 'basketball', gender: 'W' });
  await expectGames(page, women);
  await filter('City').selectOption('Copper Mesa');
  const inCity = await upcoming({ sport: 'basketball', gender: 'W', city: 'Copper Mesa' });
  await expectGames(page, inCity);
  expect(inCity.length).toBeGreaterThan(0);
  expect(inCity.length).toBeLessThan(women.length);
  await filter('State').selectOption('UT');
  await expect(filter('City')).not.toContainText('Wrenfield');
  await expectGames(page, await upcoming({ sport: 'basketball', gender: 'W', state: 'UT' }));
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    sport: 'basketball',
    gender: 'W',
    city: 'Copper Mesa',
    state: 'UT',
  });

  await page.reload();
  await expectGames(page, inCity);
  await expect(filter('City')).toHaveValue('Copper Mesa');
  await page.goBack();
  await expect(filter('State')).toHaveValue('');
  await page.goBack();
  await expectGames(page, women);
  await expect(filter('City')).toHaveValue('');
  await page.goForward();
  await expectGames(page, inCity);
  await expect(filter('City')).toHaveValue('Copper Mesa');
});

test('UI-12 games of teams without a gender can be asked for', async ({ page, api }) => {
  const games = await api.games({ stream_status: 'upcoming', gender: 'N' });
  expect(games.length).toBeGreaterThan(0);
  await open(page, '/upcoming?gender=N');
  await expectGames(page, games);
  await expect(chips(page).getByRole('listitem').first()).toHaveText('Not identified');
});

test('UI-12 each filter is a chip that takes it away, and one button takes all', async ({ page, api }) => {
  await open(page, '/vod?sport=basketball&gender=M&access=paid');
  await expect(chips(page).getByRole('listitem')).toHaveText(['Basketball', 'Men', 'Pass needed', 'Clear all']);
  await chips(page).getByRole('button', { name: 'Remove filter: Men' }).click();
  await expect(page).toHaveURL('/vod?sport=basketball&access=paid');
  await expectGames(page, await api.games({ stream_status: 'finished', sport: 'basketball', access_type: 'paid' }));
  // The chip is gone: the focus goes to the new count.
  await expect(count(page)).toBeFocused();
  await chips(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/vod');
  await expectGames(page, await api.games({ stream_status: 'finished' }));
  await expect(chips(page)).toHaveCount(0);
});

test('EVT-03 a range of dates narrows the list', async ({ page, api }) => {
  const [first, , third] = [...new Set((await api.games({ stream_status: 'upcoming' })).map(dayOf))];
  if (first === undefined || third === undefined) throw new Error('the demo has games on too few days');
  await open(page, '/upcoming');
  await page.getByRole('button', { name: 'Dates' }).click();
  await page.getByLabel('From', { exact: true }).fill(first);
  await page.getByLabel('To', { exact: true }).fill(third);
  await expect(page).toHaveURL(`/upcoming?from=${first}&to=${third}`);
  const range = { start_date: first, end_date: third, time_zone: zone };
  await expectGames(page, await api.games({ stream_status: 'upcoming', ...range }));
  await expect(chips(page)).toContainText(`From ${longDate(first, { year: 'numeric' })}`);
});

test('UI-12 UI-03 on a phone the filters are a sheet that tells how many games are left', async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/upcoming');
  const opener = page.getByRole('button', { name: /^Filters/ });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Sport').selectOption('Football');
  const games = await api.games({ stream_status: 'upcoming', sport: 'football' });
  const done = sheet.getByRole('button', { name: `Show ${games.length} games` });
  await expect(done).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await done.click();
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
  await expectGames(page, games);
});

test('UI-05 grid, list and table show the same games, and the choice is remembered', async ({ page, api }) => {
  const games = await api.games({ stream_status: 'upcoming' });
  await open(page, '/upcoming');
  await expectGames(page, games);
  await expect(page.getByRole('radio', { name: 'Cards in a grid' })).toBeChecked();
  const columns = () =>
    page.locator('[data-game]').evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
  expect(await columns()).toBeGreaterThan(1);

  await page.getByRole('radio', { name: 'Cards in a list' }).check();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expectGames(page, games);
  expect(await columns()).toBe(1);

  await page.getByRole('radio', { name: 'Table' }).check();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  await expectGames(page, games);
  expect(await axeViolations(page)).toEqual([]);

  for (const path of ['/upcoming', '/vod', '/schedule']) {
    await page.goto(path);
    await expect(page.getByRole('radio', { name: 'Table' }), path).toBeChecked();
    await expect(page.getByRole('columnheader', { name: 'Game' }).first()).toBeVisible();
  }
});

test('EVT-03 a search with a typing error finds the games, and is one step of the history', async ({ page, api }) => {
  await open(page, '/schedule');
  await open(page, '/upcoming');
  const field = page.getByRole('searchbox', { name: 'Search games' });
  await field.pressSequentially('thornbry');
  await expect(page).toHaveURL('/upcoming?search=thornbry');
  const games = await api.games({ stream_status: 'upcoming', search: 'thornbry' });
  expect(games.length).toBeGreaterThan(0);
  for (const { participants } of games) {
    expect(participants.map(({ short_name }) => short_name)).toContain('Thornbury Lake');
  }
  await expectGames(page, games);
  await page.goBack();
  await expect(page).toHaveURL('/schedule');
  await page.goForward();
  await expect(field).toHaveValue('thornbry');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/upcoming');
  await expect(field).toBeFocused();
});

test('EVT-03 ERR-04 a list that is no longer wanted is cancelled, silently', async ({ page, api }) => {
  await open(page, '/upcoming');
  const asked = Promise.withResolvers<void>();
  await page.route(/\/api\/events\?.*search=harrow&/, () => asked.resolve());
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('search=harrow&'));
  const field = page.getByRole('searchbox', { name: 'Search games' });
  await field.fill('harrow');
  await asked.promise;
  await field.fill('quillmont');
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expectGames(page, await api.games({ stream_status: 'upcoming', search: 'quillmont' }));
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('games stand under the days on which they are for the viewer', async ({ page, api }) => {
  const games = (await api.games({ stream_status: 'upcoming' })).slice(0, pageSize);
  const days = Map.groupBy(games, dayOf);
  await open(page, '/upcoming');
  await expect(page.locator('[data-game]')).toHaveCount(games.length);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...days.keys()].map(headingOf));
  for (const [day, ofDay] of days) {
    const section = page.getByRole('region', { name: headingOf(day) });
    for (const { id } of ofDay) await expect(section.locator(`[data-game="${id}"]`)).toHaveCount(1);
  }
});

test('UI-19 EVT-03 the calendar goes by keyboard, and a chosen day is in the address', async ({ page, api }) => {
  const today = dayAt(Date.now());
  await open(page, '/schedule');
  const month = page.getByRole('grid');
  await expect(month).toHaveAccessibleName(longDate(today, { day: undefined, year: 'numeric' }));
  await calendarDay(page, today).focus();
  await page.keyboard.press('ArrowRight');
  await expect(calendarDay(page, addDays(today, 1))).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(calendarDay(page, addDays(today, 8))).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(calendarDay(page, today)).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(month).not.toHaveAccessibleName(longDate(today, { day: undefined, year: 'numeric' }));
  await page.keyboard.press('PageUp');
  await expect(month).toHaveAccessibleName(longDate(today, { day: undefined, year: 'numeric' }));

  const games = await api.games({ stream_status: 'upcoming' });
  const next = games.map(dayOf).find((day) => day > addDays(today, 1));
  if (next === undefined) throw new Error('the demo has no game after tomorrow');
  await calendarDay(page, today).focus();
  for (let day = today; day < next; day = addDays(day, 1)) await page.keyboard.press('ArrowRight');
  const [{ total } = { total: 0 }] = await api.gameDays({ start_date: next, end_date: next, time_zone: zone });
  await expect(calendarDay(page, next)).toBeFocused();
  await expect(calendarDay(page, next)).toContainText(total === 1 ? '1 game' : `${total} games`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/schedule?day=${next}`);
  await expect(page.locator('td[aria-selected="true"]').locator(`[data-day="${next}"]`)).toHaveCount(1);
  await expectGames(page, await api.games({ stream_status: 'live,upcoming', start_date: next, time_zone: zone }));
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: headingOf(next) })).toBeVisible();

  await page.reload();
  await expect(page.locator('td[aria-selected="true"]').locator(`[data-day="${next}"]`)).toHaveCount(1);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL('/schedule');
  await expect(calendarDay(page, today)).toBeFocused();
});

test('EVT-10 the calendar begins a day after the given time, and goes back to August 2022 and no further', async ({
  page,
}) => {
  const given = Date.UTC(2026, 9, 3, 12);
  await open(page, `/schedule?start=${given / 1000}`);
  const selected = page.locator('td[aria-selected="true"] [data-day]');
  await expect(selected).toHaveAttribute('data-day', '2026-10-04');

  await open(page, '/schedule?day=2020-02-02');
  await expect(selected).toHaveAttribute('data-day', earliestDay);
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeEnabled();
  await selected.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowLeft');
  await expect(calendarDay(page, earliestDay)).toBeFocused();
});

test('EVT-03 a long list loads more where it stands, and its pages have addresses', async ({ page, api }) => {
  const games = await api.games({ start_date: earliestDay });
  expect(games.length).toBeGreaterThan(pageSize);
  await open(page, `/schedule?day=${earliestDay}`);
  await expect(page.getByText(`${pageSize} of ${games.length} games`)).toBeVisible();
  await expectGames(page, games);
  const more = page.getByRole('link', { name: 'Load more' });
  await expect(more).toHaveAttribute('href', `/schedule?day=${earliestDay}&page=2`);
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => listedGames(page)).toEqual(idsOf(games).slice(0, 2 * pageSize));
  await expect(page).toHaveURL(`/schedule?day=${earliestDay}`);
  await expect(page.locator(`[data-game="${games[pageSize]?.id}"]`).getByRole('link')).toBeFocused();
  await expect(more).toHaveCount(0);

  await page.goto(`/schedule?day=${earliestDay}&page=2`);
  await expect.poll(() => listedGames(page)).toEqual(idsOf(games).slice(pageSize, 2 * pageSize));
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect.poll(() => listedGames(page)).toEqual(idsOf(games).slice(0, pageSize));
});

test('NAV-07 a list starts at the top, and the way back leads to where it was left', async ({ page, api }) => {
  const games = await api.games({ start_date: earliestDay });
  const last = games[Math.min(games.length, 2 * pageSize) - 1];
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await open(page, `/schedule?day=${earliestDay}`);
  await page.getByRole('link', { name: 'Load more' }).click();
  const link = page.locator(`[data-game="${last?.id}"]`).getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const left = await scrolled();
  expect(left).toBeGreaterThan(1_000);
  await link.click();
  await expect(page).toHaveURL(`/watch/${last?.id}`);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(scrolled).toBeGreaterThan(left - 50);
  expect(await scrolled()).toBeLessThan(left + 50);
  await expect(link).toBeInViewport();

  await page.getByRole('navigation', { name: 'Lists of games' }).getByRole('link', { name: 'On demand' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'On demand' })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
});

test('UI-18 a choice that leaves nothing says so, and clears', async ({ page, api }) => {
  await page.goto('/upcoming?sport=lacrosse&state=WA');
  const main = page.getByRole('main');
  await expect(main.getByText('No games match your filters')).toBeVisible();
  await expect(main.getByRole('link', { name: 'See the schedule' })).toHaveAttribute(
    'href',
    '/schedule?sport=lacrosse&state=WA',
  );
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/upcoming');
  await expectGames(page, await api.games({ stream_status: 'upcoming' }));
});

test('UI-18 a list that cannot be loaded says so, with a retry that works', async ({ page, api, problems }) => {
  problems.allow(/503/);
  await page.route('**/api/events?*', (route) => route.fulfill({ status: 503, json: failure }));
  await page.goto('/upcoming');
  await expect(page.getByRole('alert').getByText('The games could not be loaded.')).toBeVisible();
  await page.unroute('**/api/events?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectGames(page, await api.games({ stream_status: 'upcoming' }));
});
