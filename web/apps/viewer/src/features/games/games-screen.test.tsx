import { loadContentMessages } from '@touchline/i18n';
import { type Connection, createConnection, createStored, type Event } from '@touchline/api';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RouterContext } from '../../channel/router-context.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import { gamesSearch } from '../../game-filters/games-search.ts';
import { GAMES_LISTS } from './lists.ts';
import { makeBoot, makeEvent, makeTeam } from '../../testing/fixtures.ts';
import { makeProfile } from '../../testing/people.ts';
import { GamesScreen, loadParts } from './games-screen.tsx';

beforeAll(loadContentMessages);

type Query = Readonly<Record<string, string>>;

/** What the server has, and what it was asked for. */
const server = {
  games: [] as Event[],
  asked: [] as Query[],
  fails: false,
};

const ok = (data: unknown, meta = {}) => Response.json({ data, meta });

function answer(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  switch (pathname) {
    case '/api/channel-key':
      return ok({ channel_key: 'channel' });
    case '/api/get_api_key':
      return ok({ api_key: 'key' });
    case '/api/events-days':
      return ok([{ date: '2026-11-21', total: 4, live: 0 }]);
    case '/api/events': {
      server.asked.push(query);
      if (server.fails) return Response.json({ message: 'broken', code: 'internal', errors: {} }, { status: 500 });
      const offset = Number(query['offset'] ?? 0);
      const found = server.games.filter(({ stream_status }) => query['stream_status']?.includes(stream_status) ?? true);
      return ok(found.slice(offset, offset + Number(query['limit'])), { total: found.length });
    }
    default:
      return Response.json({ message: 'none', code: 'not_found', errors: {} }, { status: 404 });
  }
}

const connect = (): Connection =>
  createConnection({
    apiOrigin: 'http://channel.test',
    fetch: (request) => Promise.resolve(answer(request)),
    stored: createStored(() => localStorage),
  });

async function open(address: string) {
  const root = createRootRouteWithContext<RouterContext>()({ component: Outlet });
  const getParentRoute = () => root;
  const lists = GAMES_LISTS.map((list) =>
    createRoute({
      getParentRoute,
      path: `/${list}`,
      component: GamesScreen,
      validateSearch: gamesSearch,
      loader: loadParts,
    }),
  );
  const others = ['/', '/watch/$id', '/login'].map((path) => createRoute({ getParentRoute, path }));
  const boot = makeBoot();
  boot.bootstrap.event_categories.push({ id: 2, name: 'Soccer', alias: 'soccer', image: null });
  const router = createRouter({
    routeTree: root.addChildren([...lists, ...others]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { connection: connect(), boot },
  });
  await router.load();
  await act(async () => void render(<RouterProvider<typeof router> router={router} />));
  return router;
}

const game = (id: number, change: Partial<Event> = {}) =>
  makeEvent({ id, participants: [makeTeam(1, `Away ${id}`), makeTeam(2, `Home ${id}`)], ...change });
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/watch/"]')];
function dayButton(day: string, words: string): HTMLElement {
  const button = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  if (!button?.textContent.includes(words)) throw new Error(`no ${day} with ${words} yet`);
  return button;
}
const address = ({ state }: Awaited<ReturnType<typeof open>>) => state.location.href;

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-14T18:00:00Z') });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  localStorage.clear();
  queryClient.clear();
  useSession.setState({ user: null });
  Object.assign(server, { games: [game(1), game(2)], asked: [], fails: false });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the lists of games', () => {
  it.each([
    ['/live', 'Live', 'live'],
    ['/upcoming', 'Upcoming', 'upcoming'],
    ['/vod', 'On demand', 'finished'],
    ['/schedule', 'Schedule', 'live,upcoming'],
  ])('ROUTE-24 NAV-06 %s opens with its own state', async (path, heading, stream_status) => {
    await open(path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(document.title).toBe('Events – Northline');
    await waitFor(() => expect(server.asked[0]).toMatchObject({ stream_status, offset: '0', limit: '24' }));
    const tab = screen.getByRole('link', { current: 'page' });
    expect(tab.getAttribute('href')).toBe(path);
  });

  it('ROUTE-24 UI-12 the filters go along to another list, the dates do not', async () => {
    await open('/upcoming?sport=soccer&gender=W&from=2026-11-20');
    expect(screen.getByRole('link', { name: 'On demand' }).getAttribute('href')).toBe('/vod?sport=soccer&gender=W');
    await waitFor(() =>
      expect(server.asked[0]).toMatchObject({ sport: 'soccer', gender: 'W', start_date: '2026-11-20' }),
    );
  });

  it('groups by day, with names for the near ones', async () => {
    server.games = [game(1), game(2, { event_utc_ts: Date.parse('2026-11-21T18:00:00Z') / 1000 })];
    await open('/upcoming');
    const headings = await screen.findAllByRole('heading', { level: 2 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Today', 'Saturday, November 21']);
  });

  it('ROUTE-24 the schedule has what is live in front', async () => {
    server.games = [game(1), game(2, { stream_status: 'live', score: [1, 0] })];
    await open('/schedule');
    const heading = await screen.findByText('Live now');
    expect(heading.closest('section')?.querySelector('article')?.textContent).toContain('Away 2 @ Home 2');
    expect(document.querySelectorAll('section article')).toHaveLength(2);
  });
});

describe('views', () => {
  it('UI-05 switches between grid, list and table, and remembers the choice', async () => {
    const user = userEvent.setup();
    await open('/upcoming');
    expect((await screen.findAllByRole('article')).length).toBe(2);
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(within(await screen.findByRole('table')).getAllByRole('rowheader')).toHaveLength(2);
    expect(links()).toHaveLength(2);
    cleanup();
    await open('/live');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Table' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Cards in a list' }));
    expect(connect().stored.get('games_view')).toBe('list');
  });

  it('FAV-02 each line of the table has its heart', async () => {
    localStorage.setItem('rudy_games_view', JSON.stringify({ value: 'table', expires: Number.MAX_SAFE_INTEGER }));
    await open('/upcoming');
    const table = await screen.findByRole('table');
    const hearts = within(table).getAllByRole('button');
    expect(hearts.map((heart) => heart.getAttribute('aria-pressed'))).toEqual(['false', 'false']);
    expect(hearts[0]?.closest('tr')?.querySelector('a')?.textContent).toBe('Away 1 @ Home 1');
  });
});

describe('filters', () => {
  it('UI-12 a choice goes into the address, and its chip takes it out', async () => {
    const user = userEvent.setup();
    const router = await open('/upcoming?page=3');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sport' }), 'soccer');
    await waitFor(() => expect(address(router)).toBe('/upcoming?sport=soccer'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gender' }), 'N');
    await waitFor(() => expect(address(router)).toBe('/upcoming?sport=soccer&gender=N'));
    await user.click(screen.getByRole('button', { name: 'Remove filter: Soccer' }));
    await waitFor(() => expect(address(router)).toBe('/upcoming?gender=N'));
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    await act(async () => router.history.back());
    await waitFor(() => expect(address(router)).toBe('/upcoming?sport=soccer&gender=N'));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address(router)).toBe('/upcoming'));
  });

  it('UI-12 a phone has them in a sheet, which says how many are on and what they leave', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    const user = userEvent.setup();
    const router = await open('/upcoming?access=free');
    expect(screen.queryByRole('combobox')).toBeNull();
    const button = screen.getByRole('button', { name: 'Filters 1' });
    await user.click(button);
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    await user.selectOptions(within(sheet).getByRole('combobox', { name: 'Sport' }), 'soccer');
    await waitFor(() => expect(address(router)).toBe('/upcoming?access=free&sport=soccer'));
    await user.click(await within(sheet).findByRole('button', { name: 'Show 2 games' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove filter: Soccer' })).toBeTruthy();
  });

  it('UI-12 EVT-03 typing waits for a pause and takes the place of the address', async () => {
    const user = userEvent.setup();
    const router = await open('/upcoming');
    const steps = router.history.length;
    await user.type(screen.getByRole('searchbox'), 'iron');
    expect(address(router)).toBe('/upcoming');
    await waitFor(() => expect(address(router)).toBe('/upcoming?search=iron'));
    expect(router.history.length).toBe(steps);
    expect(server.asked.filter(({ search }) => search).map(({ search }) => search)).toEqual(['iron']);
  });

  it('FAV-03 favourites are a filter for members only', async () => {
    await open('/upcoming?favorites=only');
    expect(screen.queryByRole('combobox', { name: 'Favourites' })).toBeNull();
    await waitFor(() => expect(server.asked.length).toBe(1));
    expect(server.asked[0]).not.toHaveProperty('favorites');
    expect(screen.getByText(/Log in to see your favourites/)).toBeTruthy();
  });

  it('FAV-03 a member has favourites first, narrows to them, or has them among the others', async () => {
    useSession.setState({ user: makeProfile() });
    const user = userEvent.setup();
    const router = await open('/upcoming');
    await waitFor(() => expect(server.asked[0]).toMatchObject({ favorites: 'first' }));
    expect(await screen.findByText(/Your favourites/)).toBeTruthy();
    const choice = screen.getByRole('combobox', { name: 'Favourites' });
    await user.selectOptions(choice, 'Only mine');
    await waitFor(() => expect(address(router)).toBe('/upcoming?favorites=only'));
    await user.selectOptions(choice, 'By time');
    await waitFor(() => expect(address(router)).toBe('/upcoming?favorites=mixed'));
    await waitFor(() => expect(server.asked.at(-1)).not.toHaveProperty('favorites'));
    await waitFor(() => expect(screen.queryByText(/Your favourites/)).toBeNull());
    await user.selectOptions(choice, 'Favourites first');
    await waitFor(() => expect(address(router)).toBe('/upcoming'));
  });
});

describe('pages', () => {
  beforeEach(() => {
    server.games = Array.from({ length: 30 }, (_, index) => game(index + 1));
  });

  it('EVT-03 loads more below what is there, and says how far it has come', async () => {
    await open('/upcoming');
    const more = await screen.findByText('Load more');
    expect(screen.getByText('24 of 30 games')).toBeTruthy();
    expect([more.getAttribute('href'), more.getAttribute('rel')]).toEqual(['/upcoming?page=2', 'next']);
    fireEvent.click(more, { detail: 1 });
    await waitFor(() => expect(links()).toHaveLength(30));
    expect(screen.getByText('30 of 30 games')).toBeTruthy();
    expect(screen.queryByText('Load more')).toBeNull();
  });

  it('UI-19 loading more by keyboard moves the focus to the first new game', async () => {
    await open('/upcoming');
    fireEvent.click(await screen.findByText('Load more'), { detail: 0 });
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe('/watch/25'));
  });

  it('EVT-03 a page further down has an address, and a way back', async () => {
    await open('/upcoming?page=2');
    await waitFor(() => expect(links()).toHaveLength(6));
    expect(server.asked[0]).toMatchObject({ offset: '24' });
    expect(screen.getByText('30 of 30 games')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/upcoming');
  });

  it('UI-18 a page behind the end says so', async () => {
    await open('/upcoming?page=9');
    const way = await screen.findByRole('link', { name: 'Go to the first page' });
    expect(way.getAttribute('href')).toBe('/upcoming');
  });

  it('UI-18 a page that does not load leaves what is there, and can be tried again', async () => {
    await open('/upcoming');
    const more = await screen.findByText('Load more');
    server.fails = true;
    fireEvent.click(more, { detail: 1 });
    const retry = await screen.findByText('Try again');
    expect(links()).toHaveLength(24);
    server.fails = false;
    fireEvent.click(retry);
    await waitFor(() => expect(links()).toHaveLength(30));
  });

  it('EVT-11 news about games leaves the loaded ones in their place', async () => {
    await open('/upcoming');
    fireEvent.click(await screen.findByText('Load more'), { detail: 1 });
    await waitFor(() => expect(links()).toHaveLength(30));
    const first = links()[0];
    await act(() => queryClient.invalidateQueries({ queryKey: ['games'] }));
    expect(links()).toHaveLength(30);
    expect(links()[0]).toBe(first);
  });
});

describe('states of the list', () => {
  it('UI-18 shows boxes until the games are there', async () => {
    await open('/upcoming');
    await waitFor(() => expect(links()).toHaveLength(2));
    expect(document.querySelector('.skeleton')).toBeNull();
    cleanup();
    queryClient.clear();
    const { promise, resolve } = Promise.withResolvers<Response>();
    const waiting = createConnection({
      apiOrigin: 'http://channel.test',
      fetch: (request) => (request.url.includes('/events') ? promise : Promise.resolve(answer(request))),
    });
    const root = createRootRouteWithContext<RouterContext>()();
    const upcoming = createRoute({
      getParentRoute: () => root,
      path: '/upcoming',
      component: GamesScreen,
      validateSearch: gamesSearch,
    });
    const router = createRouter({
      routeTree: root.addChildren([upcoming]),
      history: createMemoryHistory({ initialEntries: ['/upcoming'] }),
      context: { connection: waiting, boot: makeBoot() },
    });
    await router.load();
    await act(async () => void render(<RouterProvider<typeof router> router={router} />));
    expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(8);
    await act(async () => resolve(ok([], { total: 0 })));
    await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  });

  it('UI-18 an empty list says where to look', async () => {
    server.games = [];
    await open('/live');
    expect(await screen.findByText('No game is live right now')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Upcoming' }).length).toBe(2);
  });

  it('UI-18 a choice that leaves nothing offers to clear it, and the schedule', async () => {
    server.games = [];
    const router = await open('/live?sport=soccer');
    const clear = await screen.findByRole('button', { name: 'Clear filters' });
    expect(screen.getByRole('link', { name: 'See the schedule' }).getAttribute('href')).toBe('/schedule?sport=soccer');
    fireEvent.click(clear);
    await waitFor(() => expect(address(router)).toBe('/live'));
  });

  it('UI-18 an error can be tried again', async () => {
    server.fails = true;
    await open('/upcoming');
    const retry = await screen.findByText('Try again');
    server.fails = false;
    fireEvent.click(retry);
    await waitFor(() => expect(links()).toHaveLength(2));
  });
});

describe('the calendar of the schedule', () => {
  it('ROUTE-24 opens the day that is chosen, and goes back to today', async () => {
    const router = await open('/schedule');
    const day = await waitFor(() => dayButton('2026-11-21', '4 games'));
    fireEvent.click(day);
    await waitFor(() => expect(address(router)).toBe('/schedule?day=2026-11-21'));
    await waitFor(() =>
      expect(server.asked.at(-1)).toMatchObject({ start_date: '2026-11-21', time_zone: 'America/New_York' }),
    );
    fireEvent.click(screen.getByText('Today', { selector: 'button' }));
    await waitFor(() => expect(address(router)).toBe('/schedule'));
    await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-14'));
  });

  it('EVT-10 a given start makes the day after it the first one', async () => {
    await open(`/schedule?start=${Date.parse('2026-11-19T12:00:00Z') / 1000}`);
    await waitFor(() => expect(server.asked[0]).toMatchObject({ start_date: '2026-11-20' }));
    const selected = document.querySelector('td[aria-selected="true"] button');
    expect(selected?.getAttribute('data-day')).toBe('2026-11-20');
  });

  it('EVT-10 does not go back beyond 2022-08-01', async () => {
    await open('/schedule?day=2022-08-01');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Previous (month|week)/ }).disabled).toBe(true);
    expect(document.querySelector<HTMLButtonElement>('[data-day="2022-07-31"]')?.disabled).toBe(true);
  });
});
