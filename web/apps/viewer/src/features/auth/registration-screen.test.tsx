import { refuse, refuseField } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetFavourites, isFavourite, useFavourites } from '../../favourites/favourites.ts';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const FILLED = {
  'First name': 'Fay',
  'Last name': 'Ngo',
  Email: 'fan@channel.test',
  Password: 'four quiet words here',
  'Repeat the password': 'four quiet words here',
};
const IN = { api_key: 'login-key', user: makeProfile({ email_verified: false }) };
const NO_CAPTCHA: Server = { 'GET captcha': () => ({ kind: 'none' }) };

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => act(async () => void fireEvent.submit(field('Email').form ?? field('Email')));
/** The first that belongs to a field: what is wrong with it, or else the hint. */
const problemOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;
const fill = (change: Partial<Record<keyof typeof FILLED, string>> = {}) => {
  for (const [label, value] of Object.entries({ ...FILLED, ...change })) type(label, value);
  fireEvent.click(screen.getByRole('checkbox'));
};

/** A code that this page does not know yet. */
const NEWER: string = 'newer';

describe('RegistrationScreen', () => {
  beforeEach(() => {
    forgetFavourites();
    useSession.getState().setUser(null);
  });
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
  });

  it('ROUTE-03 has fields that password managers know, and shows the terms beside the form', async () => {
    await openApp('/registration');
    expect(field('First name').autocomplete).toBe('given-name');
    expect(field('Last name').autocomplete).toBe('family-name');
    expect(field('Email')).toMatchObject({ type: 'email', autocomplete: 'username' });
    expect(field('Password')).toMatchObject({ type: 'password', autocomplete: 'new-password' });
    expect(field('Repeat the password').autocomplete).toBe('new-password');
    const terms = screen.getByRole('link', { name: 'terms and conditions' });
    expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms_conditions', '_blank']);
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy_policy');
    expect(
      screen.getByRole('checkbox', { name: /I accept the +terms and conditions +and the +privacy policy/ }),
    ).toBeTruthy();
  });

  it('VAL-01 VAL-05 VAL-07 says at each field what is missing; the first has the focus', async () => {
    const { calls } = await openApp('/registration');
    await submit();
    expect(problemOf(field('First name'))).toBe('Enter your first name');
    expect(problemOf(field('Last name'))).toBe('Enter your last name');
    expect(problemOf(field('Email'))).toBe('Enter your Email');
    expect(problemOf(field('Password'))).toBe('Field is required');
    expect(problemOf(field('Repeat the password'))).toBe('Field is required');
    expect(problemOf(screen.getByRole('checkbox'))).toBe('Please accept terms & conditions');
    expect(document.activeElement).toBe(field('First name'));
    expect(calls).toEqual([]);
  });

  it.each([
    ['VAL-02', 'Email', 'fan@channel', 'A valid email address is required'],
    ['VAL-03', 'Password', 'seven77', 'The password is too short'],
    ['VAL-03', 'Password', 'long'.repeat(33), 'The password is too long'],
    ['VAL-04', 'Repeat the password', 'four other words', 'The password and password confirmation do not match'],
    ['VAL-06', 'First name', 'F'.repeat(65), 'Field length must be greater than 0, and must be less than 65'],
  ] as const)('%s wants %s to be better than %s', async (_row, label, value, words) => {
    const { calls } = await openApp('/registration');
    fill({ [label]: value });
    await submit();
    expect(problemOf(field(label))).toBe(words);
    expect(calls).toEqual([]);
  });

  it('VAL-04 a mismatch goes away when the other of the two is mended', async () => {
    await openApp('/registration');
    fill({ Password: 'four other words here' });
    await submit();
    expect(document.activeElement).toBe(field('Repeat the password'));
    type('Password', FILLED.Password);
    expect(field('Repeat the password').getAttribute('aria-invalid')).toBe('false');
  });

  it('VAL-03 tells how good the password is during typing', async () => {
    await openApp('/registration');
    expect(problemOf(field('Password'))).toBe('At least 8 characters.');
    type('Password', 'four quiet words here');
    expect(problemOf(field('Password'))).toBe('A strong password.');
  });

  it('AUTH-01 registers once, is logged in, leads back, and reminds of the mail', async () => {
    const registered = vi.fn<(body: unknown) => void>();
    const { router, connection } = await openApp('/registration?return=/faq', {
      ...NO_CAPTCHA,
      'POST v2/auth/register': async (request) => {
        registered(await request.json());
        return IN;
      },
    });
    fill({ Email: 'fan@channel.test', 'First name': ' Fay ' });
    await submit();
    await vi.waitFor(() => expect(router.state.location.href).toBe('/faq'));
    expect(registered).toHaveBeenCalledExactlyOnceWith({
      api_key: 'key',
      first_name: 'Fay',
      last_name: 'Ngo',
      email: 'fan@channel.test',
      password: 'four quiet words here',
      password_confirmation: 'four quiet words here',
      terms: true,
      language: 'en',
    });
    expect(useSession.getState().user?.id).toBe(7);
    expect(await connection.keys.apiKey()).toBe('login-key');
  });

  it('NAV-01 AUTH-01 a member without a pass is led to the passes, then to the page before', async () => {
    const { router } = await openApp('/registration?return=/faq', {
      ...NO_CAPTCHA,
      'POST v2/auth/register': () => ({ ...IN, user: { ...IN.user, basic_pass_selected: false } }),
    });
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/packages'));
    expect(router.state.location.search).toEqual({ return: '/faq' });
  });

  it('NAV-01 NAV-05 a buyer who registers in the middle of a purchase returns to it, with or without a pass', async () => {
    const { router } = await openApp('/registration?return=/buy?package_id=1', {
      ...NO_CAPTCHA,
      'POST v2/auth/register': () => ({ ...IN, user: { ...IN.user, basic_pass_selected: false } }),
    });
    fill();
    await submit();
    await vi.waitFor(() => expect(router.state.location.href).toBe('/buy?package_id=1'));
  });

  it('FAV-01 keeps the favourite that brought the visitor here', async () => {
    const { router, calls } = await openApp('/', {
      ...NO_CAPTCHA,
      'POST v2/auth/register': () => IN,
      'POST favorite': () => ({ id: 1, favoritable_id: 4, favoritable_type: 'group' }),
    });
    const favourite = { type: 'group', id: 4, name: 'Granite Bay' } as const;
    await act(() => router.navigate({ to: '/registration', state: { favourite } }));
    fill();
    await submit();
    await vi.waitFor(() => expect(calls).toContain('POST favorite'));
    expect(isFavourite(useFavourites.getState(), 'group:4')).toBe(true);
  });

  it('AUTH-01 AUTH-06 says to look into the mailbox where the channel registers by mail, and keeps the form', async () => {
    const { router } = await openApp(
      '/registration',
      { ...NO_CAPTCHA, 'POST v2/auth/register': () => ({ api_key: null, user: null }) },
      { auth: { registration_by_mail: true } },
    );
    fill();
    await submit();
    const heading = await screen.findByRole('heading', { name: 'Check your inbox' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText(/We have sent an email to fan@channel.test/)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/registration');
    expect(useSession.getState().user).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(field('First name').value).toBe('Fay');
  });

  it.each([
    ['AUTH-01 ERR-06', { field: 'email', code: 'taken' }, 'Email', 'Email already registered'],
    [
      'VAL-03 ERR-06',
      { field: 'password', code: 'too_common' },
      'Password',
      'This password is too common. Choose another one.',
    ],
    ['ERR-06', { field: 'last_name', code: NEWER as 'invalid', message: 'Not this one' }, 'Last name', 'Not this one'],
  ] as const)(
    '%s shows what the server says of a field there, and loses nothing',
    async (_row, problem, label, words) => {
      await openApp('/registration', {
        ...NO_CAPTCHA,
        'POST v2/auth/register': () => refuseField(problem),
      });
      fill();
      await submit();
      await screen.findByText(words);
      expect(problemOf(field(label))).toBe(words);
      expect(document.activeElement).toBe(field(label));
      expect(Object.keys(FILLED).map((name) => field(name).value)).toEqual(Object.values(FILLED));
      expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    },
  );

  it('ERR-01 says how long to wait', async () => {
    await openApp('/registration', {
      ...NO_CAPTCHA,
      'POST v2/auth/register': () => refuse(429, 'too_many', { 'retry-after': '600' }),
    });
    fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('10 minutes');
  });

  it('AUTH-11 says so where the proof is not taken twice', async () => {
    const { calls } = await openApp('/registration', {
      ...NO_CAPTCHA,
      'POST v2/auth/register': () => refuse(400, 'captcha_invalid'),
    });
    fill();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('not a robot');
    expect(calls).toEqual(['GET captcha', 'POST v2/auth/register', 'GET captcha', 'POST v2/auth/register']);
  });

  it('NAV-03 sends a member home', async () => {
    useSession.getState().setUser(makeProfile());
    const { router } = await openApp('/registration');
    expect(router.state.location.href).toBe('/');
  });
});
