import { beforeEach, describe, expect, test } from 'vitest';
import {
  addFavourite,
  fetchFavourites,
  fetchFavouritesCalendar,
  fetchGames,
  fetchProfile,
  liveUpdatesUrl,
  logIn,
  logOut,
  removeFavourite,
} from '../src/index.ts';
import { connect, FakeServer, ok, ORIGIN, problem } from './fake-server.ts';

const FAN = { id: 7, email: 'fan@channel.test' };

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

describe('login and logout', () => {
  test('AUTH-02 a login keeps the key that comes with it, and later calls carry it', async () => {
    server.on('v2/auth/login', () => ok({ api_key: 'login-key', user: FAN }));
    server.on('favorites', () => ok([]));
    const { connection, stored } = connect(server);
    expect(await logIn(connection, 'fan@channel.test', 'secret word')).toEqual(FAN);
    expect(server.received.at(-1)).toMatchObject({
      method: 'POST',
      body: { email: 'fan@channel.test', password: 'secret word', api_key: 'key-1' },
    });
    expect(connection.keys.isMember()).toBe(true);
    expect(stored.get('api_key')).toBe('login-key');
    await fetchFavourites(connection);
    expect(server.received.at(-1)).toMatchObject({ query: { api_key: 'login-key' } });
  });

  test('AUTH-02 wrong data leaves the anonymous key and is not sent twice', async () => {
    server.on('v2/auth/login', () =>
      problem(400, { code: 'wrong_auth_data', message: 'Wrong auth data', errors: { email: ['Wrong auth data'] } }),
    );
    const { connection, stored, heard } = connect(server);
    await expect(logIn(connection, 'fan@channel.test', 'wrong')).rejects.toMatchObject({
      status: 400,
      code: 'wrong_auth_data',
      fields: { email: ['Wrong auth data'] },
    });
    expect(connection.keys.isMember()).toBe(false);
    expect(stored.get('api_key')).toBe('key-1');
    expect(server.count('v2/auth/login')).toBe(1);
    expect(heard).toEqual([]);
  });

  test('ERR-01 too many logins say when to try again', async () => {
    server.on('v2/auth/login', () => problem(429, { code: 'too_many_requests', headers: { 'retry-after': '90' } }));
    const { connection, heard } = connect(server);
    await expect(logIn(connection, 'fan@channel.test', 'x')).rejects.toMatchObject({ status: 429, retryAfter: 90 });
    expect(heard).toMatchObject([{ name: 'global-error', event: { status: 429, inPlace: true } }]);
  });

  test('AUTH-03 a logout drops the key of the login and keeps the anonymous one that it got', async () => {
    server.on('auth/logout', () => ok({ api_key: 'fresh-key' }));
    const { connection, stored } = connect(server);
    connection.keys.offer({ channelKey: 'channel', apiKey: undefined });
    connection.keys.adopt('login-key');
    await logOut(connection);
    expect(server.received.at(-1)).toMatchObject({ method: 'POST', body: { api_key: 'login-key' } });
    expect(stored.get('api_key')).toBe('fresh-key');
    expect(connection.keys.isMember()).toBe(false);
  });

  test('AUTH-03 a logout that is refused keeps the key', async () => {
    server.on('auth/logout', () => problem(503));
    const { connection, stored } = connect(server);
    connection.keys.offer({ channelKey: 'channel', apiKey: undefined });
    connection.keys.adopt('login-key');
    await expect(logOut(connection)).rejects.toMatchObject({ status: 503 });
    expect(stored.get('api_key')).toBe('login-key');
    expect(connection.keys.isMember()).toBe(true);
  });
});

describe('keys.release', () => {
  test('AUTH-03 takes the new key and forgets the member, also for the next page', async () => {
    const { connection, stored } = connect(server);
    connection.keys.offer({ channelKey: 'channel', apiKey: undefined });
    connection.keys.adopt('login-key');
    connection.keys.release('fresh-key');
    expect(await connection.keys.apiKey()).toBe('fresh-key');
    expect(stored.get('member')).toBeNull();
    expect(stored.get('channel_key')).toBe('channel');
    expect(server.lines).toEqual([]);
  });
});

describe('favourites', () => {
  test.each(['', 'team', 'Participant', ' group', 7, null, ['group'], { toString: () => 'group' }])(
    'VAL-11 a type that is none is refused without a call: %j',
    async (type) => {
      const { connection } = connect(server);
      const words = 'favoritable_type must be one of participant, group, category';
      // @ts-expect-error as a program without types would call it
      const refused = addFavourite(connection, type, 12);
      await expect(refused).rejects.toMatchObject({ message: words, fields: { favoritable_type: [words] } });
      expect(server.received.map(({ path }) => path)).not.toContain('favorite');
    },
  );

  test('FAV-01 lists, adds and removes', async () => {
    const favourite = { id: 3, favoritable_id: 12, favoritable_type: 'participant' };
    server.on('favorites', () => ok([favourite]));
    server.on('favorite', () => ok(favourite));
    server.on('favorite/3', () => ok({}));
    const { connection } = connect(server);
    expect(await fetchFavourites(connection)).toEqual([favourite]);
    expect(await addFavourite(connection, 'participant', 12)).toEqual(favourite);
    await removeFavourite(connection, 3);
    expect(server.received.slice(-3)).toMatchObject([
      { method: 'GET', path: '/api/favorites', query: { api_key: 'key-1' } },
      {
        method: 'POST',
        path: '/api/favorite',
        body: { favoritable_id: 12, favoritable_type: 'participant', api_key: 'key-1' },
      },
      { method: 'DELETE', path: '/api/favorite/3', query: { api_key: 'key-1' }, body: null },
    ]);
  });

  test.each(['event', 'location'] as const)('FAV-02 a %s goes by the same call', async (type) => {
    server.on('favorite', () => ok({ id: 1, favoritable_id: 5, favoritable_type: type }));
    const { connection } = connect(server);
    expect(await addFavourite(connection, type, 5)).toMatchObject({ favoritable_type: type });
    expect(server.received.at(-1)).toMatchObject({ body: { favoritable_id: 5, favoritable_type: type } });
  });

  test('FAV-03 the calendar of favourites has a whole address', async () => {
    server.on('favorites/calendar', () => ok({ url: '/calendar/favorites/t.ics' }));
    const { connection } = connect(server);
    expect(await fetchFavouritesCalendar(connection)).toBe(`${ORIGIN}/calendar/favorites/t.ics`);
  });

  test('FAV-03 games of favourites come by the list of games, narrowed and counted as any', async () => {
    server.on('events', () => Response.json({ data: [{ id: 5 }], meta: { total: 12, offset: 0, limit: 1 } }));
    const { connection } = connect(server);
    const found = await fetchGames(connection, { favorites: 'only', stream_status: 'live,upcoming', limit: 1 });
    expect(found).toEqual({ items: [{ id: 5 }], total: 12 });
    expect(server.received.at(-1)).toMatchObject({
      method: 'GET',
      path: '/api/events',
      query: { favorites: 'only', stream_status: 'live,upcoming', limit: '1', api_key: 'key-1' },
    });
  });

  test.each([
    ['favorites', fetchFavourites],
    ['events', (connection: Parameters<typeof fetchFavourites>[0]) => fetchGames(connection, { favorites: 'only' })],
  ] as const)('ERR-02 401 on %s resets the user', async (path, call) => {
    server.on(path, () => problem(401, { code: 'unauthenticated' }));
    const { connection, heard } = connect(server);
    await expect(call(connection)).rejects.toMatchObject({ status: 401 });
    expect(heard).toEqual([{ name: 'user-reset', event: {} }]);
  });

  test('ERR-02 401 on the profile does not', async () => {
    const { connection, heard } = connect(server);
    expect(await fetchProfile(connection)).toBeNull();
    expect(heard).toEqual([]);
  });
});

test('EVT-11 the address of the live stream carries both versions and the key, which a stream has no header for', async () => {
  const { connection } = connect(server);
  expect(await liveUpdatesUrl(connection, 41, 7)).toBe(
    `${ORIGIN}/api/live-updates?since=41&content_version=7&api_key=key-1`,
  );
});
