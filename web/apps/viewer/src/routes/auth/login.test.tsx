import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFavourites, isFavourite, useFavourites } from '../../app/favourites.ts';
import { makeRouter } from '../../app/router.tsx';
import { useSession } from '../../app/session.ts';
import { makeBoot } from '../../testing/fixtures.ts';
import { connectTo, makeProfile, refuse } from '../../testing/people.ts';

type Server = Parameters<typeof connectTo>[0];

const LOGIN: Server = { 'POST v2/auth/login': () => ({ api_key: 'login-key', user: makeProfile() }) };

async function open(address: string, server: Server = {}) {
  const { connection, calls } = connectTo(server);
  const router = makeRouter({ connection, boot: makeBoot() });
  const history = createMemoryHistory({ initialEntries: [address] });
  router.update({ ...router.options, history });
  await router.load();
  await act(async () => render(<RouterProvider router={router} />));
  return { router, calls };
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = () => act(async () => void fireEvent.submit(email().form ?? email()));
const fill = () => {
  type(email(), ' fan@channel.test ');
  type(password(), 'secret word');
};

describe('LoginScreen', () => {
  beforeEach(() => {
    forgetFavourites();
    useSession.getState().setUser(null);
  });
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
  });

  it('ROUTE-02 has labelled fields that password managers know', async () => {
    await open('/login');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back');
    expect(email()).toMatchObject({ type: 'email', autocomplete: 'username' });
    expect(password()).toMatchObject({ type: 'password', autocomplete: 'current-password' });
  });

  it('VAL-01 VAL-05 says what is missing, at the field, and puts the focus there', async () => {
    const { calls } = await open('/login');
    await submit();
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter your Email',
    );
    expect(document.getElementById(password().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Field is required',
    );
    expect(document.activeElement).toBe(email());
    expect(calls).toEqual([]);
  });

  it('VAL-02 wants a valid address', async () => {
    await open('/login');
    type(email(), 'fan@channel');
    type(password(), 'x');
    await submit();
    expect(screen.getByText('A valid email address is required')).toBeTruthy();
  });

  it('AUTH-02 says "Invalid email or password" for wrong data, and puts the focus on it', async () => {
    await open('/login', { 'POST v2/auth/login': () => refuse(400, 'wrong_auth_data') });
    fill();
    await submit();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Invalid email or password');
    expect(document.activeElement).toBe(alert);
    expect(screen.getByRole('button', { name: 'Log in' }).getAttribute('aria-disabled')).toBe('false');
  });

  it.each([
    ['45', 'Try again in 45 seconds'],
    ['600', 'Try again in 10 minutes'],
  ])('ERR-01 says when to try again: after %s s', async (after, text) => {
    await open('/login', { 'POST v2/auth/login': () => refuse(429, 'too_many', { 'retry-after': after }) });
    fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('shows that it is sending, and sends once', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { calls } = await open('/login', { 'POST v2/auth/login': () => answer.promise });
    fill();
    await submit();
    await submit();
    expect(screen.getByRole('button', { name: 'Logging in…' }).getAttribute('aria-disabled')).toBe('true');
    expect(calls).toEqual(['POST v2/auth/login']);
    await act(async () => answer.resolve(refuse(400, 'wrong_auth_data')));
  });

  it('shows the password to whoever wants to see it', async () => {
    await open('/login');
    const show = screen.getByRole('button', { name: 'Show password' });
    fireEvent.click(show);
    expect(password().type).toBe('text');
    expect(show.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(show);
    expect(password().type).toBe('password');
  });

  it('NAV-05 leads back to where the visitor came from', async () => {
    const { router } = await open('/login?return=/watch/12', LOGIN);
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/watch/12'));
    expect(useSession.getState().user).toMatchObject({ email: 'fan@channel.test' });
  });

  it('NAV-05 leads back to the page that was seen last where the address does not say', async () => {
    const { router } = await open('/faq', LOGIN);
    await act(() => router.navigate({ to: '/login' }));
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
  });

  it.each(['//evil.test', 'https://evil.test', '/login'])('NAV-05 T30 leads home instead of to %s', async (back) => {
    const { router } = await open(`/login?return=${encodeURIComponent(back)}`, LOGIN);
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.href).toBe('/'));
  });

  it('FAV-01 adds the favourite that was pressed before the login', async () => {
    const add = vi.fn<(body: unknown) => void>();
    const { router, calls } = await open('/', {
      ...LOGIN,
      'POST favorite': async (request) => {
        add(await request.json());
        return { id: 1, favoritable_id: 4, favoritable_type: 'group' };
      },
    });
    const favourite = { type: 'group', id: 4, name: 'Granite Bay' } as const;
    await act(() =>
      router.navigate({ to: '/login', search: { return: '/?school=granite-bay' }, state: { favourite } }),
    );
    expect((await screen.findByText(/Granite Bay becomes/)).tagName).toBe('P');
    fill();
    await submit();
    await vi.waitFor(() => expect(calls).toContain('POST favorite'));
    expect(add).toHaveBeenCalledWith({ favoritable_id: 4, favoritable_type: 'group', api_key: 'login-key' });
    await vi.waitFor(() => expect(router.state.location.href).toBe('/?school=granite-bay'));
    expect(isFavourite(useFavourites.getState(), 'group:4')).toBe(true);
  });

  it('NAV-03 sends whoever is logged in home', async () => {
    useSession.getState().setUser(makeProfile());
    const { router } = await open('/login?return=/watch/12');
    expect(router.state.location.href).toBe('/');
  });
});
