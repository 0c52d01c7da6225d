import { refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const NEW = makeProfile({ email_verified: false });
const LINK = '/verify-email?email=fan%2Bnew%40channel.test&expires=1900000000&signature=abc';

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

beforeEach(() => useSession.getState().setUser(null));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useSession.getState().setUser(null);
});

describe('ROUTE-04 the notice about the mail', () => {
  it('says where the mail went, and leads on to where the visitor was', async () => {
    useSession.getState().setUser(NEW);
    const { router } = await openApp('/verify-notice?return=/faq');
    expect(screen.getByText(/We have sent an email to fan@channel.test/)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Continue' })));
    expect(router.state.location.pathname).toBe('/faq');
  });

  it('AUTH-12 names the new address where a change of it waits', async () => {
    useSession.getState().setUser(makeProfile({ email_verified: true, pending_email: 'new@channel.test' }));
    await openApp('/verify-notice');
    expect(screen.getByText(/We have sent an email to new@channel.test/)).toBeTruthy();
  });

  it('AUTH-06 sends the mail again, at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() + 600_000 });
    useSession.getState().setUser(NEW);
    const { calls } = await openApp('/verify-notice', { 'POST auth/verify-resend': () => ({ sent: true }) });
    await press('Send the email again');
    await vi.waitFor(() => screen.getByRole('button', { name: 'Send again in 60 seconds' }));
    await press('Send again in 60 seconds');
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    await press('Send again in 1 second');
    const resent = () => calls.filter((call) => call === 'POST auth/verify-resend').length;
    expect(resent()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await press('Send the email again');
    await vi.waitFor(() => expect(resent()).toBe(2));
  });

  it('ERR-01 can be tried again at once where it could not be sent', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() + 1_200_000 });
    useSession.getState().setUser(NEW);
    await openApp('/verify-notice', { 'POST auth/verify-resend': () => refuse(500, 'internal') });
    await press('Send the email again');
    expect(screen.getByRole('button', { name: 'Send the email again' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('AUTH-06 notices that the link was followed elsewhere', async () => {
    useSession.getState().setUser(NEW);
    await openApp('/verify-notice', { 'GET profile': () => makeProfile({ email_verified: true }) });
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await vi.waitFor(() => expect(heading()).toBe('Your email is confirmed'));
  });

  it('asks a stranger to log in', async () => {
    await openApp('/verify-notice');
    expect(screen.getByText('Log in to have the email sent again.')).toBeTruthy();
  });
});

const open = (answer: () => unknown, address = LINK, more: Server = {}) =>
  openApp(address, { 'POST auth/email-verify': answer, 'POST auth/email-undo': answer, ...more });

describe('ROUTE-05 AUTH-06 the link of the mail', () => {
  it('confirms the address as soon as it is opened, once, with all that the link carries', async () => {
    const sent = vi.fn<(body: unknown) => void>();
    await openApp(LINK, {
      'POST auth/email-verify': async (request) => {
        sent(await request.json());
        return { api_key: null, user: null };
      },
    });
    await vi.waitFor(() => expect(heading()).toBe('Your email is confirmed'));
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      email: 'fan+new@channel.test',
      expires: 1_900_000_000,
      signature: 'abc',
      api_key: 'key',
    });
    expect(screen.getByText(/fan\+new@channel.test is now the email address/)).toBeTruthy();
  });

  it('shows that it is at work', async () => {
    const answer = Promise.withResolvers<unknown>();
    await open(() => answer.promise);
    expect(heading()).toBe('Confirming your address…');
    expect(screen.getByRole('status')).toBeTruthy();
    await act(async () => answer.resolve({ api_key: null, user: null }));
  });

  it('AUTH-01 logs in a member who has completed a registration by mail', async () => {
    const { connection } = await open(() => ({ api_key: 'login-key', user: makeProfile({ email_verified: true }) }));
    await vi.waitFor(() => expect(useSession.getState().user?.id).toBe(7));
    expect(await connection.keys.apiKey()).toBe('login-key');
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/');
  });

  it('AUTH-12 a member has the new address at once', async () => {
    useSession.getState().setUser(makeProfile({ email_verified: true, pending_email: 'fan+new@channel.test' }));
    await open(() => ({ api_key: null, user: null }), LINK, {
      'GET profile': () => makeProfile({ email: 'fan+new@channel.test', email_verified: true }),
    });
    await vi.waitFor(() => expect(useSession.getState().user?.email).toBe('fan+new@channel.test'));
  });

  it.each([
    ['verification_failed', 'Verification your email address failed'],
    ['already_verified', 'Your email already verified'],
  ])('ERR-06 says what the product says for %s', async (code, words) => {
    await open(() => refuse(400, code));
    await vi.waitFor(() => expect(heading()).toBe(words));
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  });

  it('leads a member to another mail', async () => {
    useSession.getState().setUser(NEW);
    await open(() => refuse(400, 'verification_failed'));
    const link = await screen.findByRole('link', { name: 'Send the email again' });
    expect(link.getAttribute('href')).toBe('/verify-notice');
  });

  it.each([
    '/verify-email',
    '/verify-email?email=a@b.cc&expires=x&signature=y',
    '/verify-email?email=a@b.cc&expires=1',
  ])('sends no request for a link that has lost a part: %s', async (address) => {
    const { calls } = await open(() => ({}), address);
    expect(heading()).toBe('Verification your email address failed');
    expect(calls).toEqual([]);
  });

  it('ERR-01 can be tried again where the server was busy', async () => {
    let busy = true;
    await open(() => (busy ? refuse(429, 'too_many', { 'retry-after': '5' }) : { api_key: null, user: null }));
    expect((await screen.findByRole('alert')).textContent).toContain('5 seconds');
    busy = false;
    await press('Try again');
    await vi.waitFor(() => expect(heading()).toBe('Your email is confirmed'));
  });

  it('T20 AUTH-12 takes a change of address back, and offers a new password', async () => {
    useSession.getState().setUser(makeProfile());
    const { calls } = await open(() => ({ undone: true }), `${LINK}&undo=1`, {
      'GET profile': () => refuse(401, 'unauthenticated'),
    });
    await vi.waitFor(() => expect(heading()).toBe('The change was undone'));
    expect(calls).toContain('POST auth/email-undo');
    expect(useSession.getState().user).toBeNull();
    const link = screen.getByRole('link', { name: 'Choose a new password' });
    expect(link.getAttribute('href')).toBe('/password-reset-request');
  });

  it('T20 says that a change could not be taken back', async () => {
    await open(() => refuse(400, 'verification_failed'), `${LINK}&undo=1`);
    await vi.waitFor(() => expect(heading()).toBe('The change could not be undone'));
  });
});
