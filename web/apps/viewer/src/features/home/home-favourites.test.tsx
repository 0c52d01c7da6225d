import type { Event } from '@touchline/api';
import { connectTo } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFavourites, useFavourites } from '../../favourites/favourites.ts';
import { useFavouritesSheet } from '../../favourites/favourites-sheet-state.ts';
import { useSession } from '../../session/session.ts';
import { makeBoot, makeEvent, makeHome, makeParticipant, makeTeam } from '../../testing/fixtures.ts';
import { makeProfile } from '../../testing/people.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { HomeFavourites } from './home-favourites.tsx';

const bears = makeEvent({ id: 5, participants: [makeTeam(1, 'Bears'), makeTeam(2, 'Foxes')] });
const owls = makeEvent({ id: 6, participants: [makeTeam(3, 'Owls'), makeTeam(4, 'Wolves')] });
const ofMember = (...favorites: Event[]) => ({
  home: makeHome({ upcoming: [bears, owls], favorites }),
  isOwn: true,
});
const carried = { ...ofMember(), isOwn: false };
const boot = { ...makeBoot(), participants: [makeParticipant(1, 'Bears', { group_id: 30 })] };
const games = () => screen.queryAllByRole('article').map((card) => card.querySelector('h3')?.textContent);
const keep = (...keys: readonly string[]) =>
  useFavourites.setState({ status: 'ready', kept: new Map(keys.map((key, index) => [key, index + 1])) });

describe('HomeFavourites', () => {
  beforeEach(() => {
    forgetFavourites();
    useSession.getState().setUser(makeProfile());
  });
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
    useFavouritesSheet.setState({ open: false });
  });

  it('FAV-03 shows what the server names as favourites', async () => {
    keep('participant:3');
    await renderInApp(<HomeFavourites {...ofMember(owls)} />, { boot });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Your favourites');
    expect(games()).toEqual(['Owls @ Wolves']);
  });

  it('FAV-03 a heart pressed elsewhere on the page brings its games at once', async () => {
    keep();
    await renderInApp(<HomeFavourites {...ofMember()} />, { boot });
    expect(games()).toEqual([]);
    act(() => useFavourites.setState({ pending: new Map([['group:30', true]]) }));
    expect(games()).toEqual(['Bears @ Foxes']);
  });

  it('FAV-03 a removed favourite stays until the next visit, to be put back', async () => {
    keep('event:5');
    const { connection } = connectTo({ 'DELETE favorite/1': () => ({}) });
    await renderInApp(<HomeFavourites {...ofMember(bears)} />, { boot, connection });
    const heart = screen.getByRole('button', { name: 'Favourite: Bears @ Foxes' });
    fireEvent.click(heart);
    await vi.waitFor(() => expect(useFavourites.getState().kept.size).toBe(0));
    expect(heart.isConnected).toBe(true);
    expect(heart.getAttribute('aria-pressed')).toBe('false');
  });

  it('UI-18 tells a member without favourites how to come by one', async () => {
    keep();
    await renderInApp(<HomeFavourites {...ofMember()} />, { boot });
    expect(screen.getByText('No favourites yet')).toBeTruthy();
  });

  it('UI-18 tells a member whose favourites do not play, and leads to them', async () => {
    keep('location:9');
    await renderInApp(<HomeFavourites {...ofMember()} />, { boot });
    expect(screen.getByText('No upcoming games for your favourites')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Manage' }));
    expect(useFavouritesSheet.getState().open).toBe(true);
  });

  it('UI-18 stands in with a skeleton until the answer for the member is there', async () => {
    await renderInApp(<HomeFavourites {...carried} />, { boot });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Your favourites');
    expect(document.querySelector('.skeleton')).not.toBeNull();
  });

  it('UI-18 waits for the answer for the member before it says that no favourite plays', async () => {
    keep('location:9');
    await renderInApp(<HomeFavourites {...carried} />, { boot });
    expect(screen.queryByText('No upcoming games for your favourites')).toBeNull();
    expect(document.querySelector('.skeleton')).not.toBeNull();
  });

  it('says nothing where it is not known what the favourites are', async () => {
    useFavourites.setState({ status: 'failed' });
    await renderInApp(<HomeFavourites {...ofMember()} />, { boot });
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('FAV-03 a visitor has no such row', async () => {
    useSession.getState().setUser(null);
    await renderInApp(<HomeFavourites {...carried} />, { boot });
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
