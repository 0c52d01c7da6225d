import { beforeEach, describe, expect, test } from 'vitest';
import {
  addSession,
  askDeviceSession,
  beginPasskeyLogin,
  type Connection,
  fetchCaptcha,
  finishPasskeyLogin,
  logIn,
  logInByCode,
  register,
  requestLoginCode,
  requestPasswordReset,
  resetPassword,
  sendForm,
  startDeviceLogin,
  startSocialLogin,
  undoEmailChange,
  verifyEmail,
} from '../src/index.ts';
import { connect, FakeServer, ok } from './fake-server.ts';

const FAN = { id: 7, email: 'fan@channel.test' };
const IN = { api_key: 'login-key', user: FAN };
const OUT = { api_key: null, user: null };
const LINK = { email: 'fan@channel.test', expires: 1_900_000_000, signature: 'abc' };

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

describe('T22 the key of an answer takes the place of the one that was used', () => {
  const ways: [string, string, object, (connection: Connection) => Promise<unknown>][] = [
    ['AUTH-01', 'v2/auth/register', { terms: true, code: 'c' }, (one) => register(one, { terms: true, code: 'c' })],
    ['AUTH-06', 'auth/email-verify', LINK, (one) => verifyEmail(one, LINK)],
    [
      'AUTH-02',
      'auth/login-code/confirm',
      { email: FAN.email, code: '123456' },
      (one) => logInByCode(one, FAN.email, '123456'),
    ],
    ['AUTH-05', 'auth/add_session', { code: 'c', password: 'p' }, (one) => addSession(one, 'c', 'p')],
    [
      'AUTH-02',
      'auth/passkey-login',
      { ticket: 't', credential: { id: 'i' } },
      (one) => finishPasskeyLogin(one, 't', { id: 'i' }),
    ],
  ];

  test.each(ways)('%s %s', async (_row, path, body, call) => {
    server.on(path, () => ok(IN));
    const { connection, stored } = connect(server);
    expect(await call(connection)).toEqual(FAN);
    expect(server.received.at(-1)).toMatchObject({ method: 'POST', path: `/api/${path}` });
    expect(server.received.at(-1)?.body).toEqual({ ...body, api_key: 'key-1' });
    expect(stored.get('api_key')).toBe('login-key');
    expect(connection.keys.isMember()).toBe(true);
  });

  test('AUTH-05 a device is logged in once it is let in, and not before', async () => {
    let answer: object = { status: 'pending', ...OUT };
    server.on('auth/device-session', () => ok(answer));
    const { connection, stored } = connect(server);
    expect(await askDeviceSession(connection, 'token')).toEqual({ status: 'pending', user: null });
    expect(stored.get('api_key')).toBe('key-1');
    answer = { status: 'approved', ...IN };
    expect(await askDeviceSession(connection, 'token')).toEqual({ status: 'approved', user: FAN });
    expect(server.received.at(-1)?.body).toEqual({ device_token: 'token', api_key: 'key-1' });
    expect(stored.get('api_key')).toBe('login-key');
  });

  test('AUTH-01 AUTH-06 an answer without a key changes nothing', async () => {
    server.on('v2/auth/register', () => ok(OUT));
    server.on('auth/email-verify', () => ok(OUT));
    const { connection, stored } = connect(server);
    expect(await register(connection, { terms: true, email: FAN.email })).toBeNull();
    expect(await verifyEmail(connection, LINK)).toBeNull();
    expect(stored.get('api_key')).toBe('key-1');
    expect(connection.keys.isMember()).toBe(false);
  });
});

describe('AUTH-11 a token goes with the calls that may want one', () => {
  test.each([
    ['v2/auth/login', IN, (one: Connection, token?: string) => logIn(one, 'a@b.cc', 'p', token)],
    ['auth/login-code', { sent: true }, (one: Connection, token?: string) => requestLoginCode(one, 'a@b.cc', token)],
    [
      'auth/add_session',
      { ...IN, device: null },
      (one: Connection, token?: string) => addSession(one, 'code', 'p', token),
    ],
    [
      'custom-forms/contacts',
      { received: true },
      (one: Connection, token?: string) => sendForm(one, 'contacts', [], token),
    ],
    [
      'auth/password-reset-request',
      { sent: true },
      (one: Connection, token?: string) => requestPasswordReset(one, 'a@b.cc', token),
    ],
  ] as const)('%s', async (path, answer, call) => {
    server.on(path, () => ok(answer));
    const { connection } = connect(server);
    await call(connection);
    expect(server.received.at(-1)?.body).not.toHaveProperty('recaptcha_token');
    await call(connection, 'token');
    expect(server.received.at(-1)).toMatchObject({ path: `/api/${path}`, body: { recaptcha_token: 'token' } });
  });

  test('the kind of proof is asked for', async () => {
    server.on('captcha', () => ok({ kind: 'recaptcha', site_key: 'site' }));
    const { connection } = connect(server);
    expect(await fetchCaptcha(connection)).toEqual({ kind: 'recaptcha', site_key: 'site' });
  });
});

test('AUTH-07 a new password goes with its link, AUTH-12 so does the undoing of a change', async () => {
  server.on('auth/password-reset', () => ok({ reset: true }));
  server.on('auth/email-undo', () => ok({ undone: true }));
  const { connection } = connect(server);
  await resetPassword(connection, LINK, 'new one', 'new one');
  expect(server.received.at(-1)?.body).toEqual({
    ...LINK,
    password: 'new one',
    password_confirmation: 'new one',
    api_key: 'key-1',
  });
  await undoEmailChange(connection, LINK);
  expect(server.received.at(-1)?.body).toEqual({ ...LINK, api_key: 'key-1' });
});

test('AUTH-04 a social login begins at the address that the server names', async () => {
  server.on('v2/auth/social/google', () => ok({ url: 'https://provider.test/' }));
  const { connection } = connect(server);
  expect(await startSocialLogin(connection, 'google')).toBe('https://provider.test/');
  expect(server.received.at(-1)?.body).toEqual({ api_key: 'key-1' });
  await startSocialLogin(connection, 'google', '/watch/1');
  expect(server.received.at(-1)?.body).toEqual({ return: '/watch/1', api_key: 'key-1' });
});

test('AUTH-02 AUTH-05 codes and questions come as they are', async () => {
  const code = { code: 'K7PM-4XQD', device_token: 't', expires_in: 600, poll_every: 3, url: 'http://x/activate' };
  const question = { ticket: 't', options: { publicKey: { challenge: 'AQ' } } };
  server.on('auth/device-code', () => ok(code));
  server.on('auth/passkey-login/begin', () => ok(question));
  const { connection } = connect(server);
  expect(await startDeviceLogin(connection)).toEqual(code);
  expect(await beginPasskeyLogin(connection)).toEqual(question);
});
