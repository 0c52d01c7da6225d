import { refuse, refuseField } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const LINK = '/password-reset?email=fan%40channel.test&expires=1900000000&signature=abc';
const NO_CAPTCHA: Server = { 'GET captcha': () => ({ kind: 'none' }) };

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

beforeEach(() => useSession.getState().setUser(null));
afterEach(() => {
  cleanup();
  useSession.getState().setUser(null);
});

describe('ROUTE-06 AUTH-07 the forgotten password', () => {
  it('VAL-01 wants an address', async () => {
    await openApp('/password-reset-request');
    await press('Send the link');
    expect(screen.getByText('Enter your Email')).toBeTruthy();
    expect(document.activeElement).toBe(field('Email'));
  });

  it('says the same for every address, and sends again no sooner than a minute later', async () => {
    const { calls } = await openApp('/password-reset-request', {
      ...NO_CAPTCHA,
      'POST auth/password-reset-request': () => ({ sent: true }),
    });
    type('Email', 'fan@channel.test');
    await press('Send the link');
    await screen.findByText('If fan@channel.test has an account, an email is on its way.');
    expect(calls).toEqual(['GET captcha', 'POST auth/password-reset-request']);
    expect(screen.getByRole('button', { name: /Send again in \d+ seconds/ }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });

  it('ERR-06 says at the field that there is no such user, where the channel tells', async () => {
    await openApp('/password-reset-request', {
      ...NO_CAPTCHA,
      'POST auth/password-reset-request': () =>
        refuseField({ field: 'email', code: 'user_not_found' }, 'user_not_found'),
    });
    type('Email', 'none@channel.test');
    await press('Send the link');
    expect(await screen.findByText('User not found')).toBeTruthy();
    expect(field('Email').value).toBe('none@channel.test');
  });

  it('ERR-01 says how long to wait', async () => {
    await openApp('/password-reset-request', {
      ...NO_CAPTCHA,
      'POST auth/password-reset-request': () => refuse(429, 'too_many', { 'retry-after': '30' }),
    });
    type('Email', 'fan@channel.test');
    await press('Send the link');
    expect((await screen.findByRole('alert')).textContent).toContain('30 seconds');
  });
});

const send = async (answer: (request: Request) => unknown, password = 'four quiet words here') => {
  const opened = await openApp(LINK, { 'POST auth/password-reset': answer });
  type('New password', password);
  type('Repeat the password', password);
  await press('Save the password');
  return opened;
};

describe('ROUTE-07 AUTH-07 the new password', () => {
  it('VAL-03 VAL-04 VAL-05 says at the field what is wrong', async () => {
    const { calls } = await openApp(LINK);
    await press('Save the password');
    expect(screen.getAllByText('Field is required')).toHaveLength(2);
    type('New password', 'short');
    type('Repeat the password', 'other');
    await press('Save the password');
    expect(screen.getByText('The password is too short')).toBeTruthy();
    expect(screen.getByText('The password and password confirmation do not match')).toBeTruthy();
    expect(document.activeElement).toBe(field('New password'));
    expect(calls).toEqual([]);
  });

  it('saves it with what the link carries, and leads to the login with the address filled in', async () => {
    const saved = vi.fn<(body: unknown) => void>();
    const { router } = await send(async (request) => {
      saved(await request.json());
      return { reset: true };
    });
    await vi.waitFor(() => expect(router.state.location.href).toBe('/login'));
    expect(saved).toHaveBeenCalledExactlyOnceWith({
      api_key: 'key',
      email: 'fan@channel.test',
      expires: 1_900_000_000,
      signature: 'abc',
      password: 'four quiet words here',
      password_confirmation: 'four quiet words here',
    });
    expect(field('Email').value).toBe('fan@channel.test');
  });

  it.each([
    ['reset_expired', 'The link has expired'],
    ['reset_failed', 'The password could not be changed'],
  ])('ERR-06 %s offers a new link, for the same address', async (code, words) => {
    await send(() => refuse(400, code));
    await vi.waitFor(() => expect(heading()).toBe(words));
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Send a new link' })));
    expect(field('Email').value).toBe('fan@channel.test');
  });

  it('VAL-03 ERR-06 shows at the field that the password is too common, and loses nothing', async () => {
    await send(() => refuseField({ field: 'password', code: 'too_common' }), 'password1234');
    expect(await screen.findByText('This password is too common. Choose another one.')).toBeTruthy();
    expect(field('New password').value).toBe('password1234');
  });

  it('sends no request for a link that has lost a part', async () => {
    await openApp('/password-reset?email=fan%40channel.test');
    expect(heading()).toBe('The password could not be changed');
    expect(screen.getByRole('link', { name: 'Send a new link' })).toBeTruthy();
  });
});

it.each(['/password-reset-request', LINK])('NAV-03 %s sends a member home', async (address) => {
  useSession.getState().setUser(makeProfile());
  const { router } = await openApp(address);
  expect(router.state.location.href).toBe('/');
});
