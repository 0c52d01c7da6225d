import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, fetchHomeEvents, fetchProfile, isCancelled, RequestError } from '../src/index.ts';
import { connect, FakeServer, networkFailure, ok, ORIGIN, problem, refusedKey, silence } from './fake-server.ts';

const HOME = { live: [], upcoming: [], finished: [], favorites: [] };
const HOME_URL = `${ORIGIN}/api/events-for-homepage`;

const unavailable = () => problem(503, { headers: { 'retry-after': '5' } });

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
});

afterEach(() => {
  vi.useRealTimers();
});

function post(path: string, body: object): Request {
  return new Request(`${ORIGIN}/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

function get(path: string, signal: AbortSignal | null = null): Request {
  return new Request(`${ORIGIN}/api/${path}`, { signal });
}

/** What a promise came to, so that a rejection during a wait is not left unhandled. */
function settled<T>(promise: Promise<T>): Promise<unknown> {
  return promise.catch((error: unknown) => error);
}

describe('the api key', () => {
  test.each(['GET', 'DELETE'])('BOOT-06 goes into the query of %s', async (method) => {
    server.on('favorite/7', () => ok(null));
    const { connection } = connect(server);
    await connection.send(new Request(`${ORIGIN}/api/favorite/7`, { method }));
    expect(server.received.at(-1)).toMatchObject({ method, query: { api_key: 'key-1' }, body: null });
  });

  test.each(['POST', 'PUT', 'PATCH'])('BOOT-06 goes into the body of %s', async (method) => {
    server.on('favorite', () => ok(null));
    const { connection } = connect(server);
    const init: RequestInit = { method, body: JSON.stringify({ favoritable_id: 7 }) };
    await connection.send(new Request(`${ORIGIN}/api/favorite`, init));
    expect(server.received.at(-1)).toMatchObject({ method, query: {}, body: { favoritable_id: 7, api_key: 'key-1' } });
  });

  test('BOOT-06 goes into a body of its own where there is none', async () => {
    server.on('auth/logout', () => ok(null));
    const { connection } = connect(server);
    await connection.send(new Request(`${ORIGIN}/api/auth/logout`, { method: 'POST' }));
    expect(server.received.at(-1)).toMatchObject({ body: { api_key: 'key-1' } });
  });

  test.each([
    'menu',
    'pages',
    'pages/about',
    'faq',
    'color-settings/web',
    'settings',
    'slides/web',
    'events-locations',
    'subscriptions',
    'packages',
    'participants',
    'participant-groups',
    'channel-bootstrap-data',
  ])('BOOT-06 is not sent with %s', async (path) => {
    server.on(path, () => ok(null));
    const { connection } = connect(server);
    await connection.send(get(path));
    expect(server.received).toMatchObject([{ path: `/api/${path}`, query: {} }]);
  });

  test('BOOT-06 is not sent with the call that confirms the deletion of an account', async () => {
    server.on('delete-account-confirm', () => ok(null));
    const { connection } = connect(server);
    await connection.send(post('delete-account-confirm', { token: 't' }));
    expect(server.received).toMatchObject([{ query: {}, body: { token: 't' } }]);
  });

  test.each(['geo', 'events-categories', 'participant-group-properties'])('BOOT-06 is sent with %s', async (path) => {
    server.on(path, () => ok(null));
    const { connection } = connect(server);
    await connection.send(get(path));
    expect(server.received.at(-1)).toMatchObject({ query: { api_key: 'key-1' } });
  });

  test.each(['packages', 'subscriptions/3'])(
    'PAY-01 a member shows it with %s, to learn what is theirs',
    async (path) => {
      server.on(path, () => ok(null));
      const { connection } = connect(server);
      connection.keys.adopt('member-key');
      await connection.send(get(path));
      expect(server.received).toMatchObject([{ path: `/api/${path}`, query: { api_key: 'member-key' } }]);
    },
  );

  test('is fetched once for calls that come together', async () => {
    server.on('geo', () => ok(null));
    const { connection } = connect(server);
    await Promise.all([connection.send(get('geo')), fetchHomeEvents(connection)]);
    expect(server.lines.slice(0, 2)).toEqual(['GET channel-key', 'POST get_api_key']);
    expect(server.count('get_api_key')).toBe(1);
  });
});

describe('sharing', () => {
  test('BOOT-07 two callers of the same thing cause one request, and each gets the whole answer', async () => {
    const { connection } = connect(server);
    const both = await Promise.all([fetchHomeEvents(connection), fetchHomeEvents(connection)]);
    expect(both).toEqual([HOME, HOME]);
    expect(server.count('events-for-homepage')).toBe(1);
  });

  test('BOOT-07 a request after the answer is a new one', async () => {
    const { connection } = connect(server);
    await fetchHomeEvents(connection);
    await fetchHomeEvents(connection);
    expect(server.count('events-for-homepage')).toBe(2);
  });

  test('BOOT-07 other parameters and other methods are other requests', async () => {
    server.on('favorite', () => ok(null));
    const { connection } = connect(server);
    await Promise.all([
      fetchHomeEvents(connection, { team: 'hawks' }),
      fetchHomeEvents(connection, { team: 'owls' }),
      connection.send(post('favorite', { favoritable_id: 1 })),
      connection.send(post('favorite', { favoritable_id: 1 })),
    ]);
    expect(server.count('events-for-homepage')).toBe(2);
    expect(server.count('favorite')).toBe(2);
  });

  test('BOOT-07 a caller that leaves does not take the answer from the other', async () => {
    const { connection } = connect(server);
    const leaving = new AbortController();
    const left = settled(fetchHomeEvents(connection, {}, leaving.signal));
    const stayed = fetchHomeEvents(connection);
    leaving.abort();
    expect(isCancelled(await left)).toBe(true);
    expect(await stayed).toEqual(HOME);
    expect(server.count('events-for-homepage')).toBe(1);
  });

  test('BOOT-07 when all callers have left the request is called off, and the next one starts afresh', async () => {
    const aborted = vi.fn<() => void>();
    server.inTurn(
      'events-for-homepage',
      (received, signal) => {
        signal.addEventListener('abort', aborted);
        return silence(received, signal);
      },
      () => ok(HOME),
    );
    const { connection } = connect(server);
    const callers = [new AbortController(), new AbortController()];
    const left = callers.map(({ signal }) => settled(fetchHomeEvents(connection, {}, signal)));
    await vi.advanceTimersByTimeAsync(10);
    callers[0]?.abort();
    expect(aborted).not.toHaveBeenCalled();
    callers[1]?.abort();
    expect(aborted).toHaveBeenCalledOnce();
    expect(await fetchHomeEvents(connection)).toEqual(HOME);
    expect((await Promise.all(left)).every(isCancelled)).toBe(true);
  });
});

describe('answers', () => {
  test.each([201, 202, 203, 206])('BOOT-08 a success of status %i is rejected', async (status) => {
    server.on('events-for-homepage', () => Response.json({ data: HOME, meta: {} }, { status }));
    const { connection } = connect(server);
    const error = await settled(fetchHomeEvents(connection));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code: `http_${status}` });
  });

  test('BOOT-08 a success without content is rejected', async () => {
    server.on('events-for-homepage', () => new Response(null, { status: 204 }));
    const { connection } = connect(server);
    await expect(fetchHomeEvents(connection)).rejects.toMatchObject({ status: 204 });
  });

  test('ERR-08 an error carries message, code and field errors', async () => {
    server.on('geo', () => problem(422, { message: 'no', code: 'invalid', errors: { name: ['is too long'] } }));
    const { connection } = connect(server);
    await expect(connection.send(get('geo'))).rejects.toMatchObject({
      status: 422,
      message: 'no',
      code: 'invalid',
      fields: { name: ['is too long'] },
    });
  });

  test('ERR-08 an error page of a proxy is an error too', async () => {
    server.on('geo', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const { connection } = connect(server);
    await expect(connection.send(get('geo'))).rejects.toMatchObject({ status: 502, code: 'http_502', fields: {} });
  });
});

describe('key errors', () => {
  test('BOOT-09 keys are cleared, the event emitted, a key fetched, the user reset, the request retried once after 1 s', async () => {
    server.inTurn('events-for-homepage', refusedKey, () => ok(HOME));
    const { connection, stored, heard } = connect(server);
    stored.set('channel_key', 'old-channel');
    stored.set('api_key', 'old-key');
    const home = fetchHomeEvents(connection);

    await vi.advanceTimersByTimeAsync(999);
    expect(server.lines).toEqual(['GET events-for-homepage', 'GET channel-key', 'POST get_api_key']);
    expect(heard).toEqual([
      { name: 'api-key-error', event: { url: HOME_URL, failed: false } },
      { name: 'user-reset', event: {} },
    ]);

    await vi.advanceTimersByTimeAsync(1);
    expect(await home).toEqual(HOME);
    expect(server.received.at(-1)).toMatchObject({ query: { api_key: 'key-1' } });
    expect(stored.get('api_key')).toBe('key-1');
    expect(stored.get('channel_key')).toBe('channel');
  });

  test('BOOT-09 a call with a body is sent again whole, with the new key', async () => {
    server.inTurn('favorite', refusedKey, () => ok(null));
    const { connection } = connect(server);
    const sent = connection.send(post('favorite', { favoritable_id: 7 }));
    await vi.advanceTimersByTimeAsync(1000);
    await sent;
    expect(server.received.at(-1)).toMatchObject({ body: { favoritable_id: 7, api_key: 'key-2' } });
  });

  test('BOOT-09 a second refusal is final and brings the reload screen', async () => {
    server.on('events-for-homepage', refusedKey);
    const { connection, heard } = connect(server);
    const error = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await error).toMatchObject({ status: 401 });
    expect(server.count('events-for-homepage')).toBe(2);
    expect(heard).toContainEqual({ name: 'api-key-error', event: { url: HOME_URL, failed: true } });
  });

  test('BOOT-09 calls refused at once fetch one new key together', async () => {
    for (const path of ['geo', 'events-for-homepage', 'events-categories']) {
      server.inTurn(path, refusedKey, () => ok(HOME));
    }
    const { connection, stored } = connect(server);
    stored.set('channel_key', 'channel');
    stored.set('api_key', 'old-key');
    const calls = ['geo', 'events-for-homepage', 'events-categories'].map((path) => connection.send(get(path)));
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(calls);
    expect(server.count('get_api_key')).toBe(1);
  });

  test('BOOT-09 a call refused after the new key has come keeps that key', async () => {
    server.inTurn(
      'geo',
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        return refusedKey();
      },
      () => ok(null),
    );
    server.inTurn('events-for-homepage', refusedKey, () => ok(HOME));
    const { connection, stored } = connect(server);
    stored.set('channel_key', 'channel');
    stored.set('api_key', 'old-key');
    const calls = [connection.send(get('geo')), fetchHomeEvents(connection)];
    await vi.advanceTimersByTimeAsync(7000);
    await Promise.all(calls);
    expect(server.count('get_api_key')).toBe(1);
    expect(server.received.at(-1)).toMatchObject({ path: '/api/geo', query: { api_key: 'key-1' } });
  });

  test('BOOT-09 a key that cannot be fetched gives "No chanel or api key found" and the reload screen', async () => {
    server.on('events-for-homepage', refusedKey);
    const { connection, stored, heard } = connect(server);
    stored.set('channel_key', 'channel');
    stored.set('api_key', 'old-key');
    server.on('get_api_key', () => problem(500));
    const error = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await error).toBeInstanceOf(RequestError);
    expect(await error).toMatchObject({ code: 'no_api_key', message: 'No chanel or api key found' });
    expect(heard.at(-1)).toEqual({
      name: 'api-key-error',
      event: { url: `${ORIGIN}/api/get_api_key`, failed: true },
    });
    expect(stored.get('api_key')).toBeNull();
  });

  test('BOOT-09 a stored channel key that is refused is fetched again and tried once more after 1 s', async () => {
    server.inTurn(
      'get_api_key',
      () => problem(400, { errors: { channel_key: ['is wrong'] } }),
      () => ok({ api_key: 'key-1' }),
    );
    const { connection, stored, heard } = connect(server);
    stored.set('channel_key', 'old-channel');
    const key = connection.keys.apiKey();
    await vi.advanceTimersByTimeAsync(999);
    expect(server.lines).toEqual(['POST get_api_key', 'GET channel-key']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await key).toBe('key-1');
    expect(server.received.at(-1)).toMatchObject({ body: { channel_key: 'channel' } });
    const url = `${ORIGIN}/api/get_api_key`;
    expect(heard).toEqual([
      { name: 'api-key-error', event: { url, failed: false } },
      { name: 'user-reset', event: {} },
      { name: 'api-key-recovered', event: { url } },
    ]);
  });

  test('BOOT-10 the URL that failed is reported when it recovers, once', async () => {
    server.inTurn('events-for-homepage', refusedKey, () => ok(HOME));
    const { connection, heard } = connect(server);
    const home = fetchHomeEvents(connection);
    await vi.advanceTimersByTimeAsync(1000);
    await home;
    await fetchHomeEvents(connection);
    const recovered = heard.filter(({ name }) => name === 'api-key-recovered');
    expect(recovered).toEqual([{ name: 'api-key-recovered', event: { url: HOME_URL } }]);
  });

  test('BOOT-10 another URL does not count as recovered', async () => {
    server.on('events-for-homepage', refusedKey);
    server.on('geo', () => ok(null));
    const { connection, heard } = connect(server);
    const failed = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
    await connection.send(get('geo'));
    expect(heard.map(({ name }) => name)).not.toContain('api-key-recovered');
  });

  test('BOOT-10 a URL that failed is asked again by itself until it recovers', async () => {
    server.inTurn('events-for-homepage', refusedKey, refusedKey, refusedKey, refusedKey, () => ok(HOME));
    const { connection, heard } = connect(server);
    await Promise.all([settled(fetchHomeEvents(connection)), vi.advanceTimersByTimeAsync(1000)]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(heard.map(({ name }) => name)).not.toContain('api-key-recovered');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(heard.at(-1)).toEqual({ name: 'api-key-recovered', event: { url: HOME_URL } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.count('events-for-homepage')).toBe(5);
  });

  test('BOOT-10 a URL whose reload screen is not due is left alone', async () => {
    server.inTurn('events-for-homepage', refusedKey, networkFailure);
    const { connection } = connect(server);
    await Promise.all([settled(fetchHomeEvents(connection)), vi.advanceTimersByTimeAsync(1000)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.count('events-for-homepage')).toBe(2);
  });

  test('BOOT-10 a missing key is asked for at one pace, for any number of calls', async () => {
    server.on('channel-key', () => problem(500));
    const { connection } = connect(server);
    for (const path of ['geo', 'favorites', 'orders']) await settled(connection.send(get(path)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.count('channel-key')).toBe(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.count('channel-key')).toBe(5);
  });

  test('BOOT-10 a key that could not be fetched is asked for again by itself', async () => {
    server.inTurn(
      'channel-key',
      () => problem(500),
      () => ok({ channel_key: 'channel' }),
    );
    const { connection, heard } = connect(server);
    await expect(connection.keys.apiKey()).rejects.toMatchObject({ code: 'no_api_key' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(heard.at(-1)).toEqual({ name: 'api-key-recovered', event: { url: `${ORIGIN}/api/get_api_key` } });
  });
});

describe('errors', () => {
  test('ERR-01 429 is global, rejected and not retried', async () => {
    server.on('events-for-homepage', () =>
      problem(429, { code: 'too_many', headers: { 'retry-after': '7' }, errors: { api_key: ['slow down'] } }),
    );
    const { connection, heard } = connect(server);
    const error = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await error).toMatchObject({ status: 429, retryAfter: 7 });
    expect(server.count('events-for-homepage')).toBe(1);
    expect(heard).toEqual([
      {
        name: 'global-error',
        event: { url: HOME_URL, status: 429, code: 'too_many', message: 'message', inPlace: false },
      },
    ]);
  });

  test('ERR-02 401 on the profile means no member, and is not reported', async () => {
    const { connection, heard } = connect(server);
    expect(await fetchProfile(connection)).toBeNull();
    expect(heard).toEqual([]);
  });

  test('ERR-02 401 elsewhere resets the user', async () => {
    server.on('favorites', () => problem(401, { code: 'unauthenticated' }));
    const { connection, heard } = connect(server);
    await expect(connection.send(get('favorites'))).rejects.toMatchObject({ status: 401 });
    expect(heard).toEqual([{ name: 'user-reset', event: {} }]);
  });

  test.each([400, 404, 422, 500, 502])('ERR-03 a global call raises the event for %i', async (status) => {
    server.on('participants', () => problem(status));
    const { connection, heard } = connect(server);
    await expect(connection.global()(get('participants'))).rejects.toMatchObject({ status });
    expect(heard).toMatchObject([{ name: 'global-error', event: { status } }]);
  });

  test('ERR-03 an allowed code, or a call that is not global, raises no event', async () => {
    server.on('custom-forms/contact', () => problem(404));
    const { connection, heard } = connect(server);
    await expect(connection.global([404])(get('custom-forms/contact'))).rejects.toMatchObject({ status: 404 });
    await expect(connection.send(get('custom-forms/contact'))).rejects.toMatchObject({ status: 404 });
    expect(heard).toEqual([]);
  });

  test('ERR-03 callers that share a request raise one event', async () => {
    server.on('participants', () => problem(500));
    const { connection, heard } = connect(server);
    const both = [connection.global()(get('participants')), connection.global()(get('participants'))];
    await Promise.allSettled(both);
    expect(heard).toHaveLength(1);
  });

  test('ERR-04 a cancelled request says "request cancelled" and nothing else happens', async () => {
    server.on('events-for-homepage', silence);
    const { connection, heard } = connect(server);
    const caller = new AbortController();
    const error = settled(connection.global()(get('events-for-homepage', caller.signal)));
    await vi.advanceTimersByTimeAsync(10);
    caller.abort();
    expect(await error).toMatchObject({ code: 'cancelled', message: 'request cancelled' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.count('events-for-homepage')).toBe(1);
    expect(heard).toEqual([]);
  });

  test('ERR-04 a call with a body is cancelled too', async () => {
    server.on('favorite', silence);
    const { connection } = connect(server);
    const caller = new AbortController();
    const error = settled(connection.send(new Request(post('favorite', {}), { signal: caller.signal })));
    await vi.advanceTimersByTimeAsync(10);
    caller.abort();
    expect(isCancelled(await error)).toBe(true);
  });

  test('ERR-04 a request is cancelled while it waits for its retry', async () => {
    server.on('favorite', refusedKey);
    const { connection } = connect(server);
    const caller = new AbortController();
    const error = settled(connection.send(new Request(post('favorite', {}), { signal: caller.signal })));
    await vi.advanceTimersByTimeAsync(500);
    caller.abort();
    expect(isCancelled(await error)).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.count('favorite')).toBe(1);
  });

  test('ERR-04 a request that was cancelled before it began is not sent', async () => {
    const { connection } = connect(server);
    expect(isCancelled(await settled(fetchHomeEvents(connection, {}, AbortSignal.abort())))).toBe(true);
    expect(server.received).toEqual([]);
  });

  test('ERR-05 a request without an answer ends after 30 s, and is not sent again', async () => {
    server.on('events-for-homepage', silence);
    const { connection } = connect(server);
    const done = vi.fn<(error: unknown) => void>();
    void settled(fetchHomeEvents(connection)).then(done);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.count('events-for-homepage')).toBe(1);
  });

  test('ERR-05 an answer whose body never ends is given up after 30 s', async () => {
    server.on('events-for-homepage', (_, signal) => {
      const body = new ReadableStream({
        start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      });
      return new Response(body);
    });
    const { connection } = connect(server);
    const error = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await error).toMatchObject({ code: 'timeout' });
  });

  test.each([
    ['a network failure', networkFailure],
    ['503', unavailable],
  ])('ERR-05 %s is tried once more after 1 s', async (_, failure) => {
    server.inTurn('events-for-homepage', failure, () => ok(HOME));
    const { connection, heard } = connect(server);
    const home = fetchHomeEvents(connection);
    await vi.advanceTimersByTimeAsync(999);
    expect(server.count('events-for-homepage')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await home).toEqual(HOME);
    expect(heard).toEqual([]);
  });

  test('ERR-05 a request is retried once and no more', async () => {
    server.on('events-for-homepage', networkFailure);
    const { connection } = connect(server);
    const error = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await error).toMatchObject({ code: 'network' });
    expect(server.count('events-for-homepage')).toBe(2);
  });

  test('ERR-05 a request that might act twice is not retried', async () => {
    server.on('stripe/buy', unavailable);
    const { connection } = connect(server);
    await expect(connection.send(post('stripe/buy', {}))).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    expect(server.count('stripe/buy')).toBe(1);
  });

  test('ERR-05 503 is never a key error and keeps the member logged in', async () => {
    server.on('events-for-homepage', () => problem(503, { errors: { api_key: ['?'] } }));
    const { connection, stored, heard } = connect(server);
    const error = settled(fetchHomeEvents(connection));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await error).toMatchObject({ status: 503 });
    expect(stored.get('api_key')).toBe('key-1');
    expect(heard).toEqual([]);
  });
});
