import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetFavourites, useFavourites } from '../../favourites/favourites.ts';
import { useSession } from '../../session/session.ts';
import { makeBoot, makeEvent, makeHome, makeParticipant, makeSchool, makeSlide } from '../../testing/fixtures.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { makeProfile } from '../../testing/people.ts';
import { HomeScreen } from './home-screen.tsx';

const HOME = makeHome({
  live: [makeEvent({ id: 1, stream_status: 'live' })],
  upcoming: [makeEvent({ id: 2 })],
  finished: [makeEvent({ id: 3, stream_status: 'finished' })],
});
const RAILS = [
  { id: 1, title: 'Season stories', vod_media_items: [video(1)] },
  { id: 2, title: 'Coach talks', vod_media_items: [video(2)] },
  { id: 3, title: 'Classics', vod_media_items: [video(3)] },
];

function video(id: number) {
  return {
    id,
    title: `Video ${id}`,
    description: '',
    date: 0,
    duration: null,
    access_type: 'free',
    has_access: true,
    category_ids: [],
    assets: [],
  };
}

const FAN = makeProfile();

function channel() {
  const boot = makeBoot();
  boot.home = HOME;
  boot.bootstrap.participant_groups = [makeSchool(1, 'Granite Bay')];
  boot.bootstrap.event_categories = [
    { id: 1, name: 'Basketball', alias: 'basketball', image: null },
    { id: 2, name: 'Soccer', alias: 'soccer', image: null },
  ];
  boot.bootstrap.slides = [
    makeSlide({ id: 1, title: 'For everybody' }),
    makeSlide({ id: 2, title: 'Hoops', slidable_type: 'category', slidable_id: 1 }),
  ];
  boot.participants = [
    makeParticipant(1, 'Granite Bay Men', { alias: 'men', properties: { gender: 'M', sport: null } }),
    makeParticipant(2, 'Granite Bay Women', { alias: 'women', properties: { gender: 'W', sport: null } }),
  ];
  return boot;
}

const open = (address: string, server: Parameters<typeof openScreen>[0]['server'] = {}) =>
  openScreen({
    path: '/',
    address,
    screen: HomeScreen,
    boot: channel(),
    server: { 'events-for-homepage': () => HOME, 'vod-media-rails': () => RAILS, ...server },
  });

const homeCalls = (calls: readonly string[]) => calls.filter((call) => call.startsWith('events'));
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('HomeScreen', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
    forgetFavourites();
  });

  it('ROUTE-01 ROUTE-24 each row leads to the list that it is the beginning of', async () => {
    await open('/');
    expect(hrefOf('Live now: see all')).toBe('/live');
    expect(hrefOf('Starting soon: see all')).toBe('/upcoming');
    expect(hrefOf('Latest full games: see all')).toBe('/vod');
  });

  it('ROUTE-19 shows the first two rows of the library after the games', async () => {
    await open('/');
    expect(await screen.findByRole('region', { name: 'Season stories' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Coach talks' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Classics' })).toBeNull();
  });

  it('is whole without a library', async () => {
    await open('/', { 'vod-media-rails': () => undefined });
    expect(screen.getByRole('region', { name: 'Latest full games' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ROUTE-01 UI-16 narrowed to a sport, it asks for its games and shows its slides', async () => {
    const { calls } = await open('/?sport=Basketball');
    await waitFor(() => expect(homeCalls(calls)).toEqual(['events-for-homepage?sport=basketball']));
    expect(await screen.findByRole('heading', { level: 1, name: 'Basketball' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Hoops', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'For everybody', hidden: true })).toBeNull();
    expect(hrefOf('Live now: see all')).toBe('/live?sport=basketball');
    expect(hrefOf('All games of Basketball')).toBe('/upcoming?sport=basketball');
    expect(screen.getByText('Live 1 · Upcoming 1 · Full games 1')).toBeTruthy();
  });

  it('UI-12 narrowed to a gender, it asks for its games and marks its chip', async () => {
    const { calls } = await open('/?sport=basketball&gender=W');
    await waitFor(() => expect(homeCalls(calls)).toEqual(['events-for-homepage?sport=basketball&gender=W']));
    const chips = within(await screen.findByRole('list', { name: 'Men’s or women’s games' })).getAllByRole('link');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['All', 'Men', 'Women']);
    expect(chips.map((chip) => chip.hasAttribute('aria-current'))).toEqual([false, false, true]);
  });

  it('ROUTE-01 asks for a school by its alias, however the address names it', async () => {
    const { calls } = await open('/?school=Granite%20Bay');
    await waitFor(() => expect(homeCalls(calls)).toEqual(['events-for-homepage?school=granite-bay']));
  });

  it('UI-18 says what to do about an unknown name, and asks for nothing', async () => {
    const { calls } = await open('/?sport=quidditch');
    expect(await screen.findByText('“quidditch” was not found')).toBeTruthy();
    expect(homeCalls(calls)).toEqual([]);
  });

  it('the games carried by the page are enough for a visitor', async () => {
    const { calls } = await open('/');
    await screen.findByRole('region', { name: 'Season stories' });
    expect(homeCalls(calls)).toEqual([]);
  });

  it('FAV-03 a member gets an answer of their own', async () => {
    useSession.getState().setUser(FAN);
    const { calls } = await open('/');
    await waitFor(() => expect(homeCalls(calls)).toEqual(['events-for-homepage']));
  });

  it('FAV-03 UI-18 a member’s own answer tells that none of their favourites plays', async () => {
    useSession.getState().setUser({ ...FAN, id: 8 });
    useFavourites.setState({ status: 'ready', kept: new Map([['location:9', 1]]) });
    await open('/');
    expect(await screen.findByText('No upcoming games for your favourites')).toBeTruthy();
  });

  it('FAV-03 UI-18 the games carried by the page for visitors do not tell it', async () => {
    useSession.getState().setUser({ ...FAN, id: 9 });
    useFavourites.setState({ status: 'ready', kept: new Map([['location:9', 1]]) });
    const { calls } = await open('/', { 'events-for-homepage': () => undefined });
    await waitFor(() => expect(homeCalls(calls)).toEqual(['events-for-homepage']));
    expect(await screen.findByRole('heading', { name: 'Your favourites' })).toBeTruthy();
    expect(screen.queryByText('No upcoming games for your favourites')).toBeNull();
  });
});
