import { connectTo, refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventCard } from '../events/event-card.tsx';
import { makeEvent } from '../testing/fixtures.ts';
import { makeProfile } from '../testing/people.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { forgetFavourites } from './favourites.ts';
import { useSession } from '../session/session.ts';

const heart = (name = 'Favourite: Granite Bay') => screen.getByRole('button', { name });
const isPressed = (name?: string) => heart(name).getAttribute('aria-pressed') === 'true';
const settled = (call: string, calls: readonly string[]) => vi.waitFor(() => expect(calls).toContain(call));

describe('FavouriteButton', () => {
  beforeEach(() => {
    forgetFavourites();
    useSession.getState().setUser(makeProfile());
  });
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
  });

  it('FAV-01 names what it is for, and shows a press at once', async () => {
    const { connection, calls } = connectTo({
      'POST favorite': () => ({ id: 1, favoritable_id: 4, favoritable_type: 'group' }),
    });
    await renderInApp(<FavouriteButton type="group" id={4} name="Granite Bay" />, { connection });
    expect(isPressed()).toBe(false);
    fireEvent.click(heart());
    expect(isPressed()).toBe(true);
    await settled('POST favorite', calls);
    expect(isPressed()).toBe(true);
  });

  it('FAV-01 goes back when the server refuses', async () => {
    const { connection } = connectTo({ 'POST favorite': () => refuse(500, 'internal') });
    await renderInApp(<FavouriteButton type="group" id={4} name="Granite Bay" />, { connection });
    fireEvent.click(heart());
    await vi.waitFor(() => expect(isPressed()).toBe(false));
  });

  it('FAV-02 UI-19 the heart of a card works by keyboard, after its link, and does not open the game', async () => {
    const { connection, calls } = connectTo({
      'POST favorite': () => ({ id: 1, favoritable_id: 42, favoritable_type: 'event' }),
    });
    const user = userEvent.setup();
    await renderInApp(<EventCard event={makeEvent({ id: 42 })} sport="" />, { connection });
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('link'));
    await user.tab();
    expect(document.activeElement).toBe(heart('Favourite: Granite Bay @ Ironwood'));
    await user.keyboard(' ');
    expect(isPressed('Favourite: Granite Bay @ Ironwood')).toBe(true);
    await settled('POST favorite', calls);
    expect(screen.getByRole('article')).toBeTruthy();
  });

  it('FAV-01 leads a visitor to the login, with the way back and the favourite', async () => {
    useSession.getState().setUser(null);
    const { router } = await renderInApp(<FavouriteButton type="group" id={4} name="Granite Bay" />);
    await act(() => router.navigate({ to: '/watch/$id', params: { id: 12 } }));
    await act(async () => fireEvent.click(heart()));
    const { pathname, search, state } = router.state.location;
    expect(pathname).toBe('/login');
    expect(search).toEqual({ return: '/watch/12' });
    expect(state.favourite).toEqual({ type: 'group', id: 4, name: 'Granite Bay' });
    expect(router.state.location.href).not.toContain('group');
    expect(isPressed()).toBe(false);
  });

  it('the pressed heart stays in place on the screen when a row appears above it', async () => {
    const { connection } = connectTo({});
    const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined);
    await renderInApp(<FavouriteButton type="group" id={4} name="Granite Bay" />, { connection });
    const box = vi.spyOn(heart(), 'getBoundingClientRect');
    box.mockReturnValueOnce(new DOMRect(0, 100, 44, 44)).mockReturnValue(new DOMRect(0, 340, 44, 44));
    fireEvent.click(heart());
    await vi.waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 240, behavior: 'instant' }));
  });
});
