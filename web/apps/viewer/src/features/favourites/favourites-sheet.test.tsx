import { connectTo } from '@touchline/api/testing';
import { loadContentMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFavourites, useFavourites } from '../../favourites/favourites.ts';
import { closeFavourites, openFavourites } from '../../favourites/favourites-sheet-state.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import { makeBoot, makeEvent, makeParticipant, makeSchool } from '../../testing/fixtures.ts';
import { makeProfile } from '../../testing/people.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { FavouritesSheet } from './favourites-sheet.tsx';

beforeAll(loadContentMessages);

const boot = { ...makeBoot(), participants: [makeParticipant(1, 'Granite Bears')] };
boot.bootstrap.participant_groups = [makeSchool(10, 'Granite Bay')];
boot.bootstrap.locations = [
  {
    id: 8,
    name: 'North Arena',
    city: 'Springfield',
    state: 'IL',
    country: 'US',
    time_zone: 'America/Chicago',
    image: null,
  },
];

const server = {
  'GET events/5': () => makeEvent({ id: 5 }),
  'GET favorites/calendar': () => ({ url: 'https://channel.test/calendar/favorites/t.ics' }),
  'DELETE favorite/1': () => ({}),
  'GET favorites': () => [],
};
const keep = (...keys: readonly string[]) =>
  useFavourites.setState({ status: 'ready', kept: new Map(keys.map((key, index) => [key, index + 1])) });

async function open() {
  const { connection, calls } = connectTo(server);
  await renderInApp(<FavouritesSheet />, { boot, connection });
  act(() => openFavourites());
  await act(() => Promise.resolve());
  return { calls };
}

describe('FavouritesSheet', () => {
  beforeEach(() => {
    forgetFavourites();
    queryClient.clear();
    useSession.getState().setUser(makeProfile());
  });
  afterEach(() => {
    cleanup();
    closeFavourites();
    useSession.getState().setUser(null);
  });

  it('FAV-02 lists teams, schools, sports, games and places', async () => {
    keep('participant:1', 'group:10', 'category:1', 'event:5', 'location:8');
    await open();
    await screen.findByRole('link', { name: 'Granite Bay @ Ironwood' });
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Teams', 'Schools', 'Sports', 'Games', 'Places', 'In your calendar']);
    expect(screen.getByRole('link', { name: 'Granite Bears' }).getAttribute('href')).toBe('/?team=granite-bears');
    expect(screen.getByText('North Arena')).toBeTruthy();
  });

  it('FAV-01 takes one out, which stays in sight to be put back', async () => {
    keep('participant:1');
    const { calls } = await open();
    const heart = screen.getByRole('button', { name: 'Favourite: Granite Bears' });
    fireEvent.click(heart);
    await vi.waitFor(() => expect(calls).toContain('DELETE favorite/1'));
    expect(heart.isConnected).toBe(true);
    expect(heart.getAttribute('aria-pressed')).toBe('false');
  });

  it('FAV-03 gives the address of the calendar, to open and to copy', async () => {
    keep('participant:1');
    await open();
    const link = await screen.findByRole('link', { name: 'Open in calendar' });
    expect(link.getAttribute('href')).toBe('webcal://channel.test/calendar/favorites/t.ics');
    expect(screen.getByRole('button', { name: 'Copy address' })).toBeTruthy();
  });

  it('a game that is no longer there can be taken out', async () => {
    keep('event:99');
    await open();
    const row = (await screen.findByText('No longer available')).closest('li');
    expect(row && within(row).getByRole('button', { name: 'Favourite: No longer available' })).toBeTruthy();
  });

  it('UI-18 says what to do where there is nothing, and tries again where loading failed', async () => {
    keep();
    await open();
    expect(screen.getByText('No favourites yet')).toBeTruthy();
    act(() => useFavourites.setState({ status: 'failed' }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(useFavourites.getState().status).toBe('ready'));
  });

  it('closes when the person leaves', async () => {
    keep('participant:1');
    await open();
    act(() => useSession.getState().setUser(null));
    expect(screen.queryByText('Granite Bears')).toBeNull();
  });
});
