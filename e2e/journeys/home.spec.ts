import type { Page } from '@playwright/test';
import type { Schemas } from '../support/api.ts';
import { cards, rail, titleOf } from '../support/cards.ts';
import { expect, test } from '../support/test.ts';

const eventsCall = '**/api/events-for-homepage?*';
const failure = { message: 'the service is away for a moment', code: 'unavailable', errors: {} };
const accessWords = { free: 'Free', register: 'Free account', paid: 'Pass needed', ppv: 'Pay per view' };

function isMain({ slidable_type: type }: Schemas['Slide']): boolean {
  return type === undefined || type === null || type === 'main';
}

function idsOf({ live, upcoming, finished }: Schemas['HomeEvents']): number[] {
  return [...live, ...upcoming, ...finished].map(({ id }) => id);
}

async function chooseFirstSchool(page: Page): Promise<void> {
  await page.getByRole('main').locator('a[href*="school="]').first().click();
}

test('ROUTE-01 home shows the games of all three states in rails', async ({ page, api }) => {
  const events = await api.homeEvents();
  await page.goto('/');
  for (const [title, state] of [
    ['Live now', 'live'],
    ['Starting soon', 'upcoming'],
    ['Latest full games', 'finished'],
  ] as const) {
    await expect(cards(rail(page, title)), title).toHaveCount(events[state].length);
    for (const event of events[state]) {
      const link = rail(page, title).locator(`[href="/watch/${event.id}"]`);
      await expect(link).toHaveText(titleOf(event));
    }
  }
});

for (const parameter of ['school', 'team'] as const) {
  test(`ROUTE-01 home can be filtered by ${parameter}, with its alias or its name`, async ({ page, api }) => {
    const { menu } = await api.bootstrap();
    const participants = await api.participants();
    const choices = parameter === 'school' ? menu.groups : menu.participants;
    const choice = choices[0];
    if (choice?.alias === undefined || choice.alias === null) throw new Error(`the menu has no ${parameter}`);
    const teams = participants.filter((team) => (parameter === 'school' ? team.group_id : team.id) === choice.id);
    const teamIds = new Set(teams.map((team) => team.id));
    const events = await api.homeEvents();
    const wanted = [...events.live, ...events.upcoming, ...events.finished].filter((event) =>
      event.participants.some((team) => teamIds.has(team.id)),
    );
    expect(wanted.length).toBeGreaterThan(0);

    for (const value of [choice.alias, choice.name]) {
      await page.goto(`/?${parameter}=${encodeURIComponent(value)}`);
      await expect(cards(page), value).toHaveCount(wanted.length);
      for (const event of wanted) await expect(page.locator(`article [href="/watch/${event.id}"]`)).toHaveCount(1);
    }
  });
}

test('ROUTE-01 a filter survives reload, back and forward', async ({ page, api }) => {
  const { menu } = await api.bootstrap();
  const school = menu.groups[0];
  if (!school?.alias) throw new Error('the menu has no school');
  const all = idsOf(await api.homeEvents()).length;
  const filtered = idsOf(await api.homeEvents({ school: school.alias })).length;
  expect(filtered).toBeGreaterThan(0);
  expect(filtered).toBeLessThan(all);
  await page.goto('/');
  await expect(cards(page)).toHaveCount(all);
  await page.getByRole('main').getByRole('link', { name: school.name }).first().click();
  await expect(page).toHaveURL(/[?&]school=/);
  await expect(cards(page)).toHaveCount(filtered);
  await page.reload();
  await expect(cards(page)).toHaveCount(filtered);
  await page.goBack();
  await expect(cards(page)).toHaveCount(all);
  await page.goForward();
  await expect(cards(page)).toHaveCount(filtered);
});

test('UI-06 rail cards are 280 to 380 px wide and pictures 16:9', async ({ page }) => {
  await page.goto('/');
  const card = cards(rail(page, 'Starting soon')).first();
  await expect(card).toBeVisible();
  for (const width of [320, 390, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await card.boundingBox();
    expect(box?.width, `at ${width} px`).toBeGreaterThanOrEqual(280);
    expect(box?.width, `at ${width} px`).toBeLessThanOrEqual(380);
    const ratio = await card.evaluate((element) => {
      const picture = element.firstElementChild?.getBoundingClientRect();
      return picture ? picture.width / picture.height : 0;
    });
    expect(ratio).toBeCloseTo(1.777777, 1);
  }
});

test('UI-06 rails move every 5 seconds, but not under the pointer, in focus or with reduced motion', async ({
  page,
}) => {
  const list = rail(page, 'Starting soon').getByRole('list');
  const left = () => list.evaluate((element) => element.scrollLeft);
  await page.clock.install();
  await page.goto('/');
  await expect(cards(list).first()).toBeVisible();
  await page.clock.runFor(6_000);
  expect(await left()).toBe(0);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await list.scrollIntoViewIfNeeded();
  await list.hover();
  await page.clock.runFor(6_000);
  expect(await left()).toBe(0);
  await page.mouse.move(0, 0);
  await cards(list).first().getByRole('link').focus();
  await page.clock.runFor(6_000);
  expect(await left()).toBe(0);
  await cards(list).first().getByRole('link').blur();
  await expect(async () => {
    await page.clock.runFor(5_100);
    expect(await left()).toBeGreaterThan(0);
  }).toPass();
});

test('UI-07 UI-08 UI-09 a card says state, access, teams and time in both zones', async ({ page, api }) => {
  const events = await api.homeEvents();
  const event = events.upcoming.find(({ participants, time_zone }) => {
    return participants.length === 2 && time_zone === 'America/New_York';
  });
  if (event === undefined) throw new Error('the demo has no upcoming game in New York time');
  await page.goto('/');
  const card = cards(page).filter({ has: page.locator(`[href="/watch/${event.id}"]`) });
  await expect(card).toContainText('Upcoming');
  await expect(card).toContainText(accessWords[event.access_type]);
  for (const team of event.participants) await expect(card).toContainText(team.short_name);

  const time = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    return format.format(event.event_utc_ts * 1000);
  };
  await expect(card).toContainText(`${time('America/New_York')} ET`);
  await expect(card).toContainText(time('Europe/London'));
});

test('UI-16 the slides without a type and the main ones are on home, no others', async ({ page, api }) => {
  const { slides } = await api.bootstrap();
  expect(slides.filter(isMain).length).toBeGreaterThan(0);
  await page.goto('/');
  for (const slide of slides) {
    const heading = page.getByRole('heading', { name: slide.title, includeHidden: true });
    if (isMain(slide)) await expect(heading.first()).toBeAttached();
    else await expect(heading).toHaveCount(0);
  }
});

test('UI-18 while the games load, skeletons keep their place', async ({ page }) => {
  await page.goto('/');
  await expect(cards(page).first()).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(eventsCall, async (route) => {
    await held.promise;
    await route.continue();
  });
  await chooseFirstSchool(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(1);
  await expect(cards(page)).toHaveCount(0);
  held.resolve();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('UI-18 games that cannot be loaded are said so, with a retry that works', async ({ page, problems }) => {
  problems.allow(/503/);
  await page.goto('/');
  await page.route(eventsCall, (route) => route.fulfill({ status: 503, json: failure }));
  await chooseFirstSchool(page);
  await expect(page.getByRole('alert').getByText('The games could not be loaded.')).toBeVisible();
  await page.unroute(eventsCall);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('The games could not be loaded.')).toBeHidden();
});

test('UI-18 a home without games says so and what to do next', async ({ page }) => {
  await page.goto('/');
  const nothing = { data: { live: [], upcoming: [], finished: [] }, meta: {} };
  await page.route(eventsCall, (route) => route.fulfill({ json: nothing }));
  await chooseFirstSchool(page);
  const main = page.getByRole('main');
  await expect(main.getByText(/no games/i).first()).toBeVisible();
  await page.unroute(eventsCall);
  await main.getByRole('link', { name: 'Show all games' }).first().click();
  await expect(cards(page).first()).toBeVisible();
});

test('ROUTE-01 UI-12 UI-16 home of a sport shows its games and slides, and narrows to men or women', async ({
  page,
  api,
}) => {
  const { slides } = await api.bootstrap();
  const basketball = await api.homeEvents({ sport: 'basketball' });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Pick a sport' }).getByRole('link', { name: 'Basketball' }).click();
  await expect(page).toHaveURL('/?sport=basketball');
  await expect(page.getByRole('heading', { level: 1, name: 'Basketball' })).toBeVisible();
  await expect(cards(page)).toHaveCount(idsOf(basketball).length);
  for (const id of idsOf(basketball)) await expect(page.locator(`article [href="/watch/${id}"]`)).toHaveCount(1);
  for (const slide of slides) {
    const heading = page.getByRole('heading', { name: slide.title, includeHidden: true });
    const isOwn = slide.slidable_type === 'category' && slide.slidable_id === 1;
    await expect(heading, slide.title).toHaveCount(isOwn ? 1 : 0);
  }

  const women = idsOf(await api.homeEvents({ sport: 'basketball', gender: 'W' }));
  expect(women.length).toBeGreaterThan(0);
  expect(women.length).toBeLessThan(idsOf(basketball).length);
  await page.getByRole('list', { name: 'Men’s or women’s games' }).getByRole('link', { name: 'Women' }).click();
  await expect(page).toHaveURL('/?sport=basketball&gender=W');
  await expect(cards(page)).toHaveCount(women.length);
  await page.goBack();
  await expect(cards(page)).toHaveCount(idsOf(basketball).length);
});

test('ROUTE-24 each row of home leads to the list that it is the beginning of, narrowed alike', async ({ page }) => {
  await page.goto('/?sport=basketball');
  for (const [title, path] of [
    ['Live now', '/live'],
    ['Starting soon', '/upcoming'],
    ['Latest full games', '/vod'],
  ] as const) {
    await page.getByRole('link', { name: `${title}: see all` }).click();
    await expect(page).toHaveURL(`${path}?sport=basketball`);
    await expect(page.locator('[data-game]').first()).toBeVisible();
    await page.goBack();
  }
});

test('ROUTE-19 home ends with the first rows of the library', async ({ page, api }) => {
  const rails = await api.vodRails();
  await page.goto('/');
  for (const { title, vod_media_items: items } of rails.slice(0, 2)) {
    await expect(rail(page, title).getByRole('article')).toHaveCount(items.length);
  }
  const video = rails[0]?.vod_media_items[0];
  await rail(page, rails[0]?.title ?? '')
    .getByRole('link', { name: video?.title ?? '' })
    .click();
  await expect(page).toHaveURL(`/vod_library/${video?.id}`);
});

test('UI-18 an unknown name in the address says so and leads to all games', async ({ page }) => {
  await page.goto('/?school=hogwarts');
  await expect(page.getByText('“hogwarts” was not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Show all games' }).click();
  await expect(page).toHaveURL('/');
  await expect(cards(page).first()).toBeVisible();
});
