import { beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  beginPasskey,
  confirmDeletion,
  endOtherSessions,
  endSession,
  exportData,
  fetchAccess,
  fetchGeo,
  fetchPasskeys,
  fetchSessions,
  letDeviceIn,
  lookUpDevice,
  removePasskey,
  requestDeletion,
  resendVerification,
  updateProfile,
} from '../src/index.ts';
import { connect, FakeServer, ok, problem } from './fake-server.ts';

const FAN = { id: 7, email: 'fan@channel.test', first_name: 'Fay' };

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

describe('the profile', () => {
  test('AUTH-08 a change is sent as a patch', async () => {
    server.on('profile', () => ok({ ...FAN, api_key: null }));
    const { connection, stored } = connect(server);
    expect(await updateProfile(connection, { first_name: 'Fay' })).toEqual(FAN);
    expect(server.received.at(-1)).toMatchObject({ method: 'POST', body: { _method: 'patch', first_name: 'Fay' } });
    expect(stored.get('api_key')).toBe('key-1');
  });

  test('AUTH-12 T22 a new password brings a new key, which later calls carry', async () => {
    server.on('profile', () => ok({ ...FAN, api_key: 'newer-key' }));
    server.on('sessions', () => ok([]));
    const { connection } = connect(server);
    await updateProfile(connection, { password: 'a', password_confirmation: 'a' });
    expect(connection.keys.isMember()).toBe(true);
    await fetchSessions(connection);
    expect(server.received.at(-1)).toMatchObject({ query: { api_key: 'newer-key' } });
  });

  test('AUTH-13 the data of a member comes as the file that the server made', async () => {
    server.on('profile/export', () => Response.json({ email: FAN.email }));
    const { connection } = connect(server);
    expect(await (await exportData(connection)).text()).toBe('{"email":"fan@channel.test"}');
  });

  test('AUTH-10 deletion is asked for with a key, and confirmed without one', async () => {
    server.on('profile/delete', () => ok({ sent: true }));
    server.on('delete-account-confirm', () => ok({ deleted: true }));
    const { connection } = connect(server);
    await requestDeletion(connection, 'secret word');
    expect(server.received.at(-1)).toMatchObject({ body: { current_password: 'secret word', api_key: 'key-1' } });
    await requestDeletion(connection);
    expect(server.received.at(-1)?.body).toEqual({ api_key: 'key-1' });
    const link = { email: FAN.email, expires: 1, signature: 'ab' };
    await confirmDeletion(connection, link);
    expect(server.received.at(-1)).toMatchObject({ body: link, query: {} });
    expect(server.received.at(-1)?.body).not.toHaveProperty('api_key');
  });
});

test('AUTH-02 AUTH-05 AUTH-06 AUTH-09 AUTH-12 each call goes where the server expects it', async () => {
  server.on('sessions', () => ok([]));
  server.on('sessions/3', () => ok({ ended: 1 }));
  server.on('sessions/end-others', () => ok({ ended: 2 }));
  server.on('auth/passkeys', ({ method }) => ok(method === 'GET' ? [] : { id: 1, name: 'Phone' }));
  server.on('auth/passkeys/begin', () => ok({ ticket: 't', options: { publicKey: {} } }));
  server.on('auth/passkeys/1', () => ok({ removed: true }));
  server.on('auth/device-lookup', () =>
    ok({ device: 'Kitchen TV', country: null, address: '192.0.2.1', confirmation: 'c' }),
  );
  server.on('auth/add_session', () => ok({ api_key: null, user: null, device: 'Kitchen TV' }));
  server.on('auth/verify-resend', () => ok({ sent: true }));
  server.on('user/access', () => ok({ capabilities: ['watch'], events: [] }));
  const { connection } = connect(server);
  await connection.keys.apiKey();
  server.received.length = 0;
  expect(await fetchSessions(connection)).toEqual([]);
  await endSession(connection, 3);
  expect(await endOtherSessions(connection)).toBe(2);
  expect(await fetchPasskeys(connection)).toEqual([]);
  expect(await beginPasskey(connection)).toMatchObject({ ticket: 't' });
  expect(await addPasskey(connection, { ticket: 't', name: 'Phone', credential: {} })).toMatchObject({ id: 1 });
  await removePasskey(connection, 1);
  const asking = await lookUpDevice(connection, 'K7PM-4XQD');
  expect(await letDeviceIn(connection, 'K7PM-4XQD', asking.confirmation)).toBe('Kitchen TV');
  expect(server.received.at(-1)?.body).toMatchObject({ code: 'K7PM-4XQD', confirmation: 'c' });
  await resendVerification(connection);
  expect(await fetchAccess(connection, [1, 2])).toMatchObject({ capabilities: ['watch'] });
  expect(server.received.at(-1)?.query).toMatchObject({ event_id: '1,2' });
  expect(connection.keys.isMember()).toBe(false);
  expect(server.lines).toEqual([
    'GET sessions',
    'DELETE sessions/3',
    'POST sessions/end-others',
    'GET auth/passkeys',
    'POST auth/passkeys/begin',
    'POST auth/passkeys',
    'DELETE auth/passkeys/1',
    'POST auth/device-lookup',
    'POST auth/add_session',
    'POST auth/verify-resend',
    'GET user/access',
  ]);
});

test.each(['basic_pass_required', 'temporary_password'])(
  'NAV-08 ERR-02 a 403 with %s is told to the page, and does not reset the user',
  async (code) => {
    server.on('geo', () => problem(403, { code }));
    const { connection, heard } = connect(server);
    await expect(fetchGeo(connection)).rejects.toMatchObject({ status: 403, code });
    expect(heard).toMatchObject([{ name: 'user-held' }]);
  },
);

test('ERR-02 another 403 concerns only the call', async () => {
  server.on('geo', () => problem(403, { code: 'forbidden' }));
  const { connection, heard } = connect(server);
  await expect(fetchGeo(connection)).rejects.toMatchObject({ status: 403 });
  expect(heard).toEqual([]);
});
