import { refuse, refuseField } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const IN = { api_key: 'login-key', user: makeProfile() };
const NO_CAPTCHA: Server = { 'GET captcha': () => ({ kind: 'none' }) };

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const heading = () => screen.getByRole('heading', { level: 1 });
const isIn = () => vi.waitFor(() => expect(useSession.getState().user?.id).toBe(7));

beforeEach(() => useSession.getState().setUser(null));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useSession.getState().setUser(null);
});

const askForCode = async (server: Server) => {
  const opened = await openApp('/login?return=/faq', { ...NO_CAPTCHA, ...server });
  await type('Email', 'fan@channel.test');
  await press('Email me a code');
  await press('Send the code');
  return opened;
};

describe('AUTH-02 a code by email', () => {
  it('asks for the address that was typed, sends the code there, and says the same for every address', async () => {
    const sent = vi.fn<(body: unknown) => void>();
    await askForCode({
      'POST auth/login-code': async (request) => {
        sent(await request.json());
        return { sent: true };
      },
    });
    await screen.findByText('If fan@channel.test has an account, a code is on its way.');
    expect(sent).toHaveBeenCalledWith({ email: 'fan@channel.test', api_key: 'key' });
    const field = screen.getByLabelText<HTMLInputElement>('Six-digit code');
    expect(field).toMatchObject({ inputMode: 'numeric', autocomplete: 'one-time-code' });
    expect(document.activeElement).toBe(field);
  });

  it('logs in as soon as the last digit is there', async () => {
    const confirmed = vi.fn<(body: unknown) => void>();
    const { router } = await askForCode({
      'POST auth/login-code': () => ({ sent: true }),
      'POST auth/login-code/confirm': async (request) => {
        confirmed(await request.json());
        return IN;
      },
    });
    await screen.findByLabelText('Six-digit code');
    await type('Six-digit code', '123 456');
    await isIn();
    expect(confirmed).toHaveBeenCalledWith({ email: 'fan@channel.test', code: '123456', api_key: 'key' });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
  });

  it('says at the field what is wrong with a code', async () => {
    const wrong = 'The code is wrong or has expired';
    await askForCode({
      'POST auth/login-code': () => ({ sent: true }),
      'POST auth/login-code/confirm': () => refuseField({ field: 'code', code: 'wrong_code' }, 'wrong_code'),
    });
    await screen.findByLabelText('Six-digit code');
    await press('Log in');
    expect(screen.getByText('Enter the six digits of the code')).toBeTruthy();
    await type('Six-digit code', '123456');
    await screen.findByText(wrong);
    expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code'));
  });

  it('T18 sends another code no sooner than a minute later', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() + 600_000 });
    const { calls } = await askForCode({ 'POST auth/login-code': () => ({ sent: true }) });
    await vi.waitFor(() => screen.getByRole('button', { name: /New code in 60 seconds/ }));
    await press('New code in 60 seconds');
    expect(calls.filter((call) => call === 'POST auth/login-code')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await press('Send a new code');
    await vi.waitFor(() => expect(calls.filter((call) => call === 'POST auth/login-code')).toHaveLength(2));
  });

  it('says how long to wait, and keeps the address', async () => {
    await askForCode({ 'POST auth/login-code': () => refuse(429, 'too_many', { 'retry-after': '45' }) });
    expect((await screen.findByRole('alert')).textContent).toContain('45 seconds');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('fan@channel.test');
  });

  it('leads back to the other ways, with the address, and tells which step is open', async () => {
    await openApp('/login', NO_CAPTCHA);
    await press('Email me a code');
    expect(document.activeElement).toBe(heading());
    await type('Email', 'fan@channel.test');
    await press('Other ways to log in');
    expect(heading().textContent).toBe('Welcome back');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('fan@channel.test');
  });
});

const CODE = {
  code: 'K7PM-4XQD',
  device_token: 'token',
  expires_in: 600,
  poll_every: 3,
  url: 'http://channel.test/activate',
};
const PENDING = { status: 'pending', api_key: null, user: null };
const openPhone = async (server: Server) => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const opened = await openApp('/login?return=/faq', { 'POST auth/device-code': () => CODE, ...server });
  await press('Log in with your phone');
  return opened;
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describe('AUTH-05 a code for the phone', () => {
  it('shows the code and where to type it in, and counts down', async () => {
    await openPhone({ 'POST auth/device-session': () => PENDING });
    await pass(0);
    expect(screen.getByText('K7PM-4XQD')).toBeTruthy();
    expect(screen.getByText('channel.test/activate')).toBeTruthy();
    expect(screen.getByText(/expires in 10:00/)).toBeTruthy();
    await pass(61);
    expect(screen.getByText(/expires in 8:59/)).toBeTruthy();
  });

  it('asks every few seconds and logs in by itself once the code is confirmed', async () => {
    const asked = vi.fn<(body: unknown) => void>();
    const { router, connection } = await openPhone({
      'POST auth/device-session': async (request) => {
        asked(await request.json());
        if (asked.mock.calls.length === 2) throw new TypeError('no line');
        return asked.mock.calls.length < 4 ? PENDING : { status: 'approved', ...IN };
      },
    });
    await pass(2);
    expect(asked).not.toHaveBeenCalled();
    await pass(1);
    expect(asked).toHaveBeenLastCalledWith({ device_token: 'token', api_key: 'key' });
    await pass(9);
    await isIn();
    expect(await connection.keys.apiKey()).toBe('login-key');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/faq'));
    await pass(60);
    expect(asked).toHaveBeenCalledTimes(4);
  });

  it('offers a new code where the old one has expired', async () => {
    const { calls } = await openPhone({
      'POST auth/device-session': () => ({ status: 'expired', api_key: null, user: null }),
    });
    await pass(3);
    expect(screen.getByRole('alert').textContent).toBe('The code has expired.');
    await press('Get a new code');
    await pass(0);
    expect(screen.getByText('K7PM-4XQD')).toBeTruthy();
    expect(calls.filter((call) => call === 'POST auth/device-code')).toHaveLength(2);
  });

  it('stops asking once the visitor has gone back', async () => {
    const { calls } = await openPhone({ 'POST auth/device-session': () => PENDING });
    await pass(0);
    await press('Other ways to log in');
    await pass(60);
    expect(calls).not.toContain('POST auth/device-session');
  });

  it('says so where no code can be had', async () => {
    await openPhone({ 'POST auth/device-code': () => refuse(500, 'internal') });
    await pass(0);
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
    expect(screen.getByRole('button', { name: 'Get a new code' })).toBeTruthy();
  });
});
