import { refuse, refuseField } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFavourites } from '../../favourites/favourites.ts';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makeProofOfWork } from '../../testing/proof-of-work.ts';

const IN = { api_key: 'login-key', user: makeProfile({ email_verified: true }), device: null };
const BOTH: Parameters<typeof openApp>[2] = { auth: { social: ['google', 'facebook'] } };

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const isIn = () => vi.waitFor(() => expect(useSession.getState().user?.id).toBe(7));
const tell = (code: string, errors: Record<string, string[]> = {}) =>
  Response.json({ message: code, code, errors }, { status: 400 });

describe('AUTH-04 AUTH-05 a login by Google or Facebook', () => {
  beforeEach(() => {
    forgetFavourites();
    useSession.getState().setUser(null);
  });
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
  });

  it('offers the providers that the channel has set up, and no other', async () => {
    await openApp('/login', {}, { auth: { social: ['google'] } });
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Facebook/ })).toBeNull();
  });

  it.each(['/login', '/registration'])(
    'leads from %s to the provider, and remembers where to go then',
    async (path) => {
      const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
      const started = vi.fn<(body: unknown) => void>();
      await openApp(
        `${path}?return=/watch/12`,
        {
          'POST v2/auth/social/google': async (request) => {
            started(await request.json());
            return { url: 'https://provider.test/authorise' };
          },
        },
        BOTH,
      );
      await press('Continue with Google');
      await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.test/authorise'));
      expect(started).toHaveBeenCalledWith({ return: '/watch/12', api_key: 'key' });
    },
  );

  it.each(['/login', '/registration'])('says on %s that the provider cannot be had', async (path) => {
    await openApp(path, { 'POST v2/auth/social/google': () => refuse(500, 'internal') }, BOTH);
    await press('Continue with Google');
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  });

  it('redeems the code at once, takes it out of the address, and leads to the page before', async () => {
    const answer = Promise.withResolvers<unknown>();
    const redeemed = vi.fn<(body: unknown) => void>();
    const { router, connection } = await openApp('/login#social=CODE&return=/faq', {
      'POST auth/add_session': async (request) => {
        redeemed(await request.json());
        return answer.promise;
      },
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Logging you in…');
    expect(screen.getByRole('status')).toBeTruthy();
    expect(router.history.location.href).toBe('/login?return=%2Ffaq');
    expect(redeemed).toHaveBeenCalledExactlyOnceWith({ code: 'CODE', api_key: 'key' });
    await act(async () => answer.resolve(IN));
    await isIn();
    expect(await connection.keys.apiKey()).toBe('login-key');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
  });

  it('T30 a fragment leads nowhere but to this site', async () => {
    const { router } = await openApp('/login#social=CODE&return=//evil.test', { 'POST auth/add_session': () => IN });
    await isIn();
    await vi.waitFor(() => expect(router.state.location.href).toBe('/'));
  });

  it('FAV-01 keeps the favourite that was pressed, while the visitor is at the provider', async () => {
    vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { router } = await openApp('/', { 'POST v2/auth/social/google': () => ({ url: 'https://p.test/' }) }, BOTH);
    const favourite = { type: 'group', id: 4, name: 'Granite Bay' } as const;
    await act(() => router.navigate({ to: '/login', state: { favourite } }));
    await press('Continue with Google');
    cleanup();
    const { calls } = await openApp('/login#social=CODE', {
      'POST auth/add_session': () => IN,
      'POST favorite': () => ({ id: 1, favoritable_id: 4, favoritable_type: 'group' }),
    });
    await vi.waitFor(() => expect(calls).toContain('POST favorite'));
  });

  it('asks a newcomer to accept the terms, and registers with the code', async () => {
    const registered = vi.fn<(body: unknown) => void>();
    const { router } = await openApp('/login#social=CODE', {
      'POST auth/add_session': () => tell('not_registered'),
      'GET captcha': () => ({ kind: 'none' }),
      'POST v2/auth/register': async (request) => {
        registered(await request.json());
        return IN;
      },
    });
    const words = 'You are not registered yet. Please accept terms and conditions and click Register to continue.';
    await screen.findByText(words);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await press('Register');
    expect(screen.getByText('Please accept terms & conditions')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox'));
    await press('Register');
    await isIn();
    expect(registered).toHaveBeenCalledWith({ code: 'CODE', terms: true, language: 'en', api_key: 'key' });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('T18 sends a newcomer to their inbox where the channel registers by mail', async () => {
    await openApp('/login#social=CODE', {
      'POST auth/add_session': () => tell('not_registered'),
      'GET captcha': () => ({ kind: 'none' }),
      'POST v2/auth/register': () => ({ api_key: null, user: null }),
    });
    fireEvent.click(await screen.findByRole('checkbox'));
    await press('Register');
    expect(await screen.findByText(/We have sent you an email/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Check your inbox' }));
    expect(useSession.getState().user).toBeNull();
    await press('Other ways to log in');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('T21 asks for the password of an account that has the address already', async () => {
    const redeemed: unknown[] = [];
    const server: Server = {
      'POST auth/add_session': async (request) => {
        const body: unknown = await request.json();
        redeemed.push(body);
        if (redeemed.length === 1) return tell('proof_needed', { password: ['x'] });
        return redeemed.length === 2
          ? refuseField({ field: 'password', code: 'wrong_password' }, 'wrong_password')
          : IN;
      },
    };
    await openApp('/login#social=CODE', server);
    await screen.findByText('This email address already has an account. Enter its password to connect the two.');
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    fireEvent.change(password, { target: { value: 'secret' } });
    await press('Connect and log in');
    expect(await screen.findByText('Wrong password')).toBeTruthy();
    expect(document.activeElement).toBe(password);
    await press('Connect and log in');
    await isIn();
    expect(redeemed.at(-1)).toEqual({ code: 'CODE', password: 'secret', api_key: 'key' });
  });

  it('AUTH-11 brings a proof with the password where the server asks for one', async () => {
    const redeemed: unknown[] = [];
    const challenge = await makeProofOfWork(5, 10);
    await openApp('/login#social=CODE', {
      'GET captcha': () => ({ kind: 'pow', challenge }),
      'POST auth/add_session': async (request) => {
        redeemed.push(await request.json());
        if (redeemed.length === 1) return tell('proof_needed', { password: ['x'] });
        return redeemed.length === 2 ? tell('captcha_required', { recaptcha_token: ['x'] }) : IN;
      },
    });
    await screen.findByText('This email address already has an account. Enter its password to connect the two.');
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    await press('Connect and log in');
    await isIn();
    expect(redeemed.at(-1)).toMatchObject({ password: 'secret', recaptcha_token: expect.stringMatching(/./) });
  });

  it('goes back to the login with a word where the code is good for nothing', async () => {
    await openApp('/login#social=CODE', { 'POST auth/add_session': () => tell('wrong_code') });
    expect((await screen.findByRole('alert')).textContent).toContain('could not log you in');
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it.each([
    ['cancelled', 'was cancelled'],
    ['failed', 'could not log you in'],
    ['<b>', 'could not log you in'],
  ])('says what became of a login that ended with %s', async (why, words) => {
    const { router, calls } = await openApp(`/login#social_error=${why}&return=/faq`);
    expect(screen.getByRole('alert').textContent).toContain(words);
    expect(router.history.location.href).toBe('/login?return=%2Ffaq');
    expect(calls).toEqual([]);
  });
});
