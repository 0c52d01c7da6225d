import { refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFavourites, isFavourite, useFavourites } from '../../favourites/favourites.ts';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const LOGIN: Server = { 'POST v2/auth/login': () => ({ api_key: 'login-key', user: makeProfile() }) };

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
    await openApp('/login');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back');
    expect(email()).toMatchObject({ type: 'email', autocomplete: 'username webauthn' });
    expect(password()).toMatchObject({ type: 'password', autocomplete: 'current-password' });
  });

  it('VAL-01 VAL-05 says what is missing, at the field, and puts the focus there', async () => {
    const { calls } = await openApp('/login');
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
    await openApp('/login');
    type(email(), 'fan@channel');
    type(password(), 'x');
    await submit();
    expect(screen.getByText('A valid email address is required')).toBeTruthy();
  });

  it('AUTH-02 says "Invalid email or password" for wrong data, and puts the focus on it', async () => {
    await openApp('/login', { 'POST v2/auth/login': () => refuse(400, 'wrong_auth_data') });
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
    await openApp('/login', { 'POST v2/auth/login': () => refuse(429, 'too_many', { 'retry-after': after }) });
    fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('shows that it is sending, and sends once', async () => {
    const answer = Promise.withResolvers<unknown>();
    const { calls } = await openApp('/login', { 'POST v2/auth/login': () => answer.promise });
    fill();
    await submit();
    await submit();
    expect(screen.getByRole('button', { name: 'Logging in…' }).getAttribute('aria-disabled')).toBe('true');
    expect(calls).toEqual(['POST v2/auth/login']);
    await act(async () => answer.resolve(refuse(400, 'wrong_auth_data')));
  });

  it('shows the password on request, and hides it again', async () => {
    await openApp('/login');
    const show = screen.getByRole('button', { name: 'Show password' });
    fireEvent.click(show);
    expect(password().type).toBe('text');
    expect(show.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(show);
    expect(password().type).toBe('password');
  });

  it('NAV-05 leads back to where the visitor came from', async () => {
    const { router } = await openApp('/login?return=/faq', LOGIN);
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
    expect(useSession.getState().user).toMatchObject({ email: 'fan@channel.test' });
  });

  it('NAV-05 leads back to the page that was seen last where the address does not say', async () => {
    const { router } = await openApp('/faq', LOGIN);
    await act(() => router.navigate({ to: '/login' }));
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
  });

  it.each(['//evil.test', 'https://evil.test', '/login'])('NAV-05 T30 leads home instead of to %s', async (back) => {
    const { router } = await openApp(`/login?return=${encodeURIComponent(back)}`, LOGIN);
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.href).toBe('/'));
  });

  it('FAV-01 adds the favourite that was pressed before the login', async () => {
    const add = vi.fn<(body: unknown) => void>();
    const { router, calls } = await openApp('/', {
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
    expect((await screen.findByText(/add Granite Bay to your favourites/)).tagName).toBe('P');
    fill();
    await submit();
    await vi.waitFor(() => expect(calls).toContain('POST favorite'));
    expect(add).toHaveBeenCalledWith({ favoritable_id: 4, favoritable_type: 'group', api_key: 'login-key' });
    await vi.waitFor(() => expect(router.state.location.href).toBe('/?school=granite-bay'));
    expect(isFavourite(useFavourites.getState(), 'group:4')).toBe(true);
  });

  it('NAV-03 sends a member home', async () => {
    useSession.getState().setUser(makeProfile());
    const { router } = await openApp('/login?return=/watch/12');
    expect(router.state.location.href).toBe('/');
  });

  it('ERR-06 a problem goes away as soon as it is mended', async () => {
    await openApp('/login');
    await submit();
    type(email(), 'fan@channel.test');
    expect(email().getAttribute('aria-invalid')).toBe('false');
    expect(password().getAttribute('aria-invalid')).toBe('true');
  });

  it('AUTH-02 keeps what was typed when the server refuses it', async () => {
    await openApp('/login', { 'POST v2/auth/login': () => refuse(400, 'wrong_auth_data') });
    fill();
    await submit();
    await screen.findByRole('alert');
    expect([email().value, password().value]).toEqual(['fan@channel.test', 'secret word']);
  });

  it('AUTH-02 says that the server does not answer', async () => {
    await openApp('/login', { 'POST v2/auth/login': () => Promise.reject(new TypeError('no line')) });
    fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('We cannot reach the server');
  });

  it('AUTH-02 a key that another tab has logged in meanwhile is as good', async () => {
    const { router } = await openApp('/login?return=/faq', {
      'POST v2/auth/login': () => refuse(400, 'already_logged_in'),
      'GET profile': () => makeProfile(),
    });
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
    expect(useSession.getState().user?.id).toBe(7);
  });

  it('AUTH-11 solves the challenge that the server asks for after failures, and sends again by itself', async () => {
    const sent: unknown[] = [];
    const challenge = {
      algorithm: 'SHA-256',
      // Of "salt3".
      challenge: 'ba76992a6079074311285334177ddda598e8d8f9bae4df70875886d5229c26ac',
      salt: 'salt',
      signature: 'signed',
      maxnumber: 10,
    };
    const { calls } = await openApp('/login', {
      'POST v2/auth/login': async (request) => {
        const body: unknown = await request.json();
        sent.push(body);
        return sent.length === 1 ? refuse(400, 'captcha_required') : { api_key: 'login-key', user: makeProfile() };
      },
      'GET captcha': () => ({ kind: 'pow', challenge }),
    });
    fill();
    await submit();
    await vi.waitFor(() => expect(useSession.getState().user?.id).toBe(7));
    expect(calls.slice(0, 3)).toEqual(['POST v2/auth/login', 'GET captcha', 'POST v2/auth/login']);
    const { algorithm, salt, signature } = challenge;
    expect(sent[0]).not.toHaveProperty('recaptcha_token');
    expect(sent[1]).toMatchObject({
      email: 'fan@channel.test',
      recaptcha_token: btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number: 3, salt, signature })),
    });
  });

  it('AUTH-11 says so where the challenge cannot be solved', async () => {
    await openApp('/login', {
      'POST v2/auth/login': () => refuse(400, 'captcha_required'),
      'GET captcha': () => ({
        kind: 'pow',
        challenge: { algorithm: 'SHA-256', challenge: '00', salt: 's', signature: 's', maxnumber: 3 },
      }),
    });
    fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('not a robot');
  });

  it('ROUTE-06 leads to the forgotten password with the address that was typed', async () => {
    const { router } = await openApp('/login');
    type(email(), 'fan@channel.test');
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Forgot your password?' })));
    expect(router.state.location.pathname).toBe('/password-reset-request');
    expect(email().value).toBe('fan@channel.test');
  });

  it('ROUTE-03 FAV-01 leads to the registration with all that brought the visitor here', async () => {
    const { router } = await openApp('/');
    const favourite = { type: 'group', id: 4, name: 'Granite Bay' } as const;
    await act(() => router.navigate({ to: '/login', search: { return: '/faq' }, state: { favourite } }));
    type(email(), 'fan@channel.test');
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Create an account' })));
    expect(router.state.location.href).toBe('/registration?return=%2Ffaq');
    expect(router.state.location.state).toMatchObject({ favourite, email: 'fan@channel.test' });
    expect(email().value).toBe('fan@channel.test');
    expect(screen.getByText(/add Granite Bay to your favourites/)).toBeTruthy();
  });
});
