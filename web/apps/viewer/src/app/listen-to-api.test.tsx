import { fetchCaptcha, fetchHomeEvents, logIn } from '@touchline/api';
import { connectTo, refuse } from '@touchline/api/testing';
import { dismissToast, Toasts } from '@touchline/ui';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { listenToApi } from './listen-to-api.ts';

afterEach(() => {
  act(() => dismissToast('global-error'));
  cleanup();
});

const busy = () => refuse(429, 'too_many', { 'retry-after': '30' });
const { connection } = connectTo({
  'GET events-for-homepage': busy,
  'GET captcha': busy,
  'POST v2/auth/login': busy,
});
listenToApi(connection.events, () => false);

it('ERR-01 the page says that there were too many requests where no screen does', async () => {
  render(<Toasts />);
  await act(() => expect(fetchHomeEvents(connection)).rejects.toMatchObject({ status: 429 }));
  expect(await screen.findByText(/Too many requests/)).toBeTruthy();
});

it.each([
  ['a login', () => logIn(connection, 'fan@channel.test', 'secret')],
  ['the captcha of a form', () => fetchCaptcha(connection)],
])('ERR-01 %s says it in its form, and the page does not say it again', async (_, call) => {
  render(<Toasts />);
  await act(() => expect(call()).rejects.toMatchObject({ status: 429 }));
  expect(screen.queryByText(/Too many requests/)).toBeNull();
});

it('OPS-02 the page of a paused channel takes the place of the app', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', Object.assign(Object.create(location), { reload }));
  const paused = connectTo({
    'GET events-for-homepage': () => refuse(503, 'channel_paused', { 'retry-after': '300' }),
  });
  let isAccount = false;
  listenToApi(paused.connection.events, () => isAccount);
  await expect(fetchHomeEvents(paused.connection)).rejects.toMatchObject({ code: 'channel_paused' });
  expect(reload).toHaveBeenCalledOnce();
  // A page of the account stays, whatever else is closed.
  isAccount = true;
  await expect(fetchHomeEvents(paused.connection)).rejects.toMatchObject({ code: 'channel_paused' });
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
