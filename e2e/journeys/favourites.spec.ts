import { cardOf, fullTitleOf, listedGames, rail } from '../support/cards.ts';
import { accountButton, fan, fillLogin, logIn, Member, season } from '../support/member.ts';
import { axeViolations, horizontalOverflow } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const cookies = { cookie_consent: 'accepted', tutorials: ['favourites'] };
const favouritesRail = 'Your favourites';

test.afterEach(async ({ api }) => {
  await (await Member.logIn(api, season)).forgetFavourites();
});

/** A stored answer to the notice and a seen tour keep both from being shown. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript((values) => {
    const expires = Date.now() + 86_400_000;
    for (const [name, value] of Object.entries(values)) {
      localStorage.setItem(`rudy_${name}`, JSON.stringify({ value, expires }));
    }
  }, cookies);
});

test('FAV-01 NAV-05 UI-02 a heart asks a visitor to log in, and comes back with the favourite added', async ({
  page,
  api,
}) => {
  const member = await Member.logIn(api, season);
  const { upcoming } = await api.homeEvents();
  const game = upcoming[1];
  if (game === undefined) throw new Error('the demo has too few games');
  const title = fullTitleOf(game);
  await page.goto('/');
  const heart = cardOf(rail(page, 'Starting soon'), game.id).getByRole('button', { name: `Favourite: ${title}` });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(`Log in to add ${title} to your favourites.`)).toBeVisible();
  await fillLogin(page, season);
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`${title} was added to your favourites.`)).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(cardOf(rail(page, favouritesRail), game.id)).toBeVisible();
  await expect.poll(() => member.favouriteNames()).toEqual([`event ${game.id}`]);

  await page.reload();
  await expect(cardOf(rail(page, favouritesRail), game.id)).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => member.favouriteNames()).toEqual([]);
  await page.reload();
  await expect(page.getByText('No favourites yet')).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('FAV-01 FAV-02 games, teams, schools, sports and places can be kept and taken out again', async ({
  page,
  api,
}) => {
  const member = await Member.logIn(api, season);
  const { upcoming } = await api.homeEvents();
  const game = upcoming.find(({ participants, location_id }) => participants.length === 2 && location_id !== null);
  const { event_categories: sports, locations, participant_groups: schools } = await api.bootstrap();
  const [sport, place] = [
    sports.find(({ id }) => id === game?.event_category_id),
    locations.find(({ id }) => id === game?.location_id),
  ];
  const [team, school] = [game?.participants[0], schools[0]];
  if (!game || !sport || !place || !team || !school) throw new Error('the demo lacks something to like');
  const kept = [
    `category ${sport.id}`,
    `event ${game.id}`,
    `group ${school.id}`,
    `location ${place.id}`,
    `participant ${team.id}`,
  ];
  await page.goto(`/watch/${game.id}`);
  await logIn(page, season);
  await expect(page).toHaveURL(`/watch/${game.id}`);
  for (const pressed of [true, false]) {
    for (const name of [fullTitleOf(game), sport.name, place.name, team.name]) {
      const heart = page
        .getByRole('article')
        .first()
        .getByRole('button', { name: `Favourite: ${name}`, exact: true });
      await expect(heart).toHaveAttribute('aria-pressed', String(!pressed));
      await heart.click();
      await expect(heart).toHaveAttribute('aria-pressed', String(pressed));
    }
    await expect.poll(async () => (await member.favourites()).length).toBe(pressed ? 4 : 1);
    await page.goto(`/?school=${school.alias}`);
    const heart = page.getByRole('main').getByRole('button', { name: `Favourite: ${school.name}`, exact: true });
    await expect(heart).toHaveAttribute('aria-pressed', String(!pressed));
    await heart.click();
    await expect.poll(() => member.favouriteNames()).toEqual(pressed ? kept : []);
    await page.goto(`/watch/${game.id}`);
  }
});

test('FAV-01 a favourite that the server does not take goes back, and says so', async ({ page, api, problems }) => {
  problems.allow(/503/);
  const { upcoming } = await api.homeEvents();
  const game = upcoming[2];
  if (game === undefined) throw new Error('the demo has too few games');
  await page.goto('/');
  await logIn(page, season);
  await page.route('**/api/favorite', (route) =>
    route.fulfill({ status: 503, json: { message: 'away', code: 'unavailable', errors: {} } }),
  );
  const heart = cardOf(rail(page, 'Starting soon'), game.id).getByRole('button', { name: /^Favourite/ });
  await heart.click();
  await expect(
    page.getByRole('alert').getByText('Your favourites could not be saved. Please try again.'),
  ).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('FAV-03 UI-19 home shows the games of favourites in a row of their own, and the sheet all of them', async ({
  page,
  api,
}) => {
  const member = await Member.logIn(api, fan);
  await page.goto('/');
  await logIn(page, fan);
  const games = await member.games({ favorites: 'only', stream_status: 'live,upcoming' });
  const row = rail(page, favouritesRail);
  await expect(row.getByRole('article')).toHaveCount(games.length);
  for (const { id } of games) await expect(cardOf(row, id)).toHaveCount(1);
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Manage' }).click();
  const sheet = page.getByRole('dialog', { name: favouritesRail });
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText([
    'Teams',
    'Schools',
    'Sports',
    'Games',
    'Places',
    'In your calendar',
  ]);
  await expect(sheet.getByRole('button', { name: /^Favourite/ })).toHaveCount((await member.favourites()).length);
  const game = (await member.favourites()).find(({ favoritable_type: type }) => type === 'event');
  await expect(sheet.locator(`a[href="/watch/${game?.favoritable_id}"]`)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  const address = new URL(await sheet.getByLabel('Address of the calendar').inputValue());
  const feed = await api.fetch(address.pathname);
  expect(feed.status()).toBe(200);
  const text = await feed.text();
  for (const { id } of games) expect(text).toContain(`UID:game-${id}@demo`);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('FAV-03 UI-12 a list shows favourites first, or only them', async ({ page, api }) => {
  await page.goto('/upcoming');
  await expect(page.getByRole('combobox', { name: 'Favourites' })).toHaveCount(0);
  await logIn(page, fan);
  await expect(page).toHaveURL('/upcoming');
  const member = await Member.logIn(api, fan);
  const mine = await member.games({ stream_status: 'upcoming', favorites: 'only' });
  const all = await api.games({ stream_status: 'upcoming' });
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.length).toBeLessThan(all.length);

  const first = await member.games({ stream_status: 'upcoming', favorites: 'first' });
  expect(first.slice(0, mine.length)).toEqual(mine);
  await expect.poll(() => listedGames(page)).toEqual(first.map(({ id }) => id));
  await expect(page.getByText('Other games').first()).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'Favourites' });
  await choice.selectOption('Only mine');
  await expect(page).toHaveURL('/upcoming?favorites=only');
  await expect.poll(() => listedGames(page)).toEqual(mine.map(({ id }) => id));
  await choice.selectOption('By time');
  await expect(page).toHaveURL('/upcoming?favorites=mixed');
  await expect.poll(() => listedGames(page)).toEqual(all.map(({ id }) => id));
  await expect(page.getByText('Other games')).toHaveCount(0);
});

test('FAV-03 an address with favourites that a visitor opens says how to see them, and comes back', async ({
  page,
}) => {
  await page.goto('/upcoming?favorites=only');
  await expect(page.getByText('Log in to see your favourites. All games are shown here.')).toBeVisible();
  await expect.poll(async () => (await listedGames(page)).length).toBeGreaterThan(0);
  const all = (await listedGames(page)).length;
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, fan);
  await expect(page).toHaveURL('/upcoming?favorites=only');
  await expect.poll(async () => (await listedGames(page)).length).toBeLessThan(all);
});

test('AUTH-02 ROUTE-02 a wrong login says so, and what is missing is named', async ({ page, problems }) => {
  problems.allow(/400 \(Bad Request\).*\/api\/v2\/auth\/login/);
  await page.goto('/login');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(main.getByLabel('Email')).toHaveAccessibleDescription('Enter your Email');
  await expect(main.getByLabel('Email')).toBeFocused();
  await expect(main.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Field is required');
  await fillLogin(page, 'nobody', 'x');
  await expect(main.getByLabel('Email')).toHaveAccessibleDescription('A valid email address is required');
  await fillLogin(page, season, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(main.getByLabel('Email')).toHaveValue(season);
  await expect(page).toHaveURL('/login');
  expect(await axeViolations(page)).toEqual([]);
});

test('NAV-03 NAV-05 the login leads back to the page before it, and a member has no login page', async ({ page }) => {
  await page.goto('/vod?sport=football&access=free');
  await logIn(page, season);
  await expect(page).toHaveURL('/vod?sport=football&access=free');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
  await page.goto('/login?return=/vod');
  await expect(page).toHaveURL('/');
});

for (const foreign of ['//foreign.example/', 'https://foreign.example/', '/\\foreign.example', '/login?return=/vod']) {
  test(`NAV-05 the login returns home, never to ${foreign}`, async ({ page, touchline }) => {
    await page.goto(`/login?return=${encodeURIComponent(foreign)}`);
    await fillLogin(page, season);
    await expect(page).toHaveURL(`${touchline.origin()}/`);
  });
}

test('AUTH-03 logging out takes everything of the member away, in every tab', async ({ page, context, api }) => {
  await page.goto('/');
  await logIn(page, fan);
  await expect(rail(page, favouritesRail).getByRole('article').first()).toBeVisible();
  const memberKey = await page.evaluate(() => localStorage.getItem('rudy_api_key'));
  const other = await context.newPage();
  await other.goto('/upcoming');
  await expect(accountButton(other, fan)).toBeVisible();

  await accountButton(page, fan).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(tab.locator('[data-heart][aria-pressed="true"]')).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: favouritesRail })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('rudy_api_key'))).not.toBe(memberKey);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  const stored: { value: string } = JSON.parse(memberKey ?? '{}');
  await expect(api.favourites(stored.value)).rejects.toThrow('answered 401');
});
