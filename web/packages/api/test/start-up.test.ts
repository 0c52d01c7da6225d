import { expect, test } from 'vitest';
import { createConnection, type PageData, readPageData, startUp } from '../src/index.ts';
import { connect, FakeServer, ok, ORIGIN, problem } from './fake-server.ts';

/** The whole page data as the server writes it. */
const PAGE: PageData = readPageData({
  textContent: JSON.stringify({
    channel_key: 'channel',
    api_key: 'page-key',
    bootstrap: { settings: { alias: 'demo' } },
    participants: [{ id: 1 }],
    profile: null,
    home: { live: [], upcoming: [], finished: [], favorites: [] },
    version: 41,
    event: { id: 12 },
    page: { alt_name: 'about' },
    vod_item: { id: 3 },
  }),
});

/** What is known of the address when the page says nothing about it. */
const NOTHING_CARRIED = { home: null, version: 0, event: null, page: null, vodItem: null };

test('BOOT-01 from a plain file server everything is fetched, in the order of the steps', async () => {
  const server = new FakeServer();
  const { connection } = connect(server);
  const boot = await startUp(connection, {});
  expect(server.lines).toEqual([
    'GET channel-key',
    'POST get_api_key',
    'GET channel-bootstrap-data',
    'GET participants',
    'GET profile',
  ]);
  expect(server.received).toMatchObject([
    {},
    { body: { channel_key: 'channel' } },
    { query: { client_interface: 'web' } },
    { query: { no_limit: '1' } },
    { query: { api_key: 'key-1' } },
  ]);
  expect(boot).toEqual({
    bootstrap: { settings: { alias: 'demo' } },
    participants: [],
    profile: null,
    ...NOTHING_CARRIED,
  });
});

test('BOOT-01 the api key waits for the channel key, and the rest for the api key', async () => {
  const server = new FakeServer();
  const order: string[] = [];
  for (const [path, data] of [
    ['channel-key', { channel_key: 'channel' }],
    ['get_api_key', { api_key: 'key' }],
  ] as const) {
    server.on(path, async () => {
      order.push(`${path} asked`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(`${path} answered`);
      return ok(data);
    });
  }
  server.on('channel-bootstrap-data', () => {
    order.push('bootstrap asked');
    return ok({});
  });
  await startUp(connect(server).connection, {});
  expect(order).toEqual([
    'channel-key asked',
    'channel-key answered',
    'get_api_key asked',
    'get_api_key answered',
    'bootstrap asked',
  ]);
});

test('BOOT-01 a page that carries everything asks for nothing', async () => {
  const server = new FakeServer();
  const { connection, stored } = connect(server);
  const boot = await startUp(connection, PAGE);
  expect(server.lines).toEqual([]);
  expect(boot).toEqual({
    bootstrap: PAGE.bootstrap,
    participants: PAGE.participants,
    profile: null,
    home: PAGE.home,
    version: 41,
    event: { id: 12 },
    page: { alt_name: 'about' },
    vodItem: { id: 3 },
  });
  expect(stored.get('channel_key')).toBe('channel');
  expect(stored.get('api_key')).toBe('page-key');
});

test.each([
  [['channel_key'], ['GET channel-key']],
  [['api_key'], ['POST get_api_key']],
  [
    ['channel_key', 'api_key'],
    ['GET channel-key', 'POST get_api_key'],
  ],
  [['bootstrap'], ['GET channel-bootstrap-data']],
  [
    ['participants', 'profile'],
    ['GET participants', 'GET profile'],
  ],
  [
    ['bootstrap', 'participants', 'profile'],
    ['GET channel-bootstrap-data', 'GET participants', 'GET profile'],
  ],
] as const)('BOOT-01 a page without %j fetches %j', async (missing, lines) => {
  const server = new FakeServer();
  const page = { ...PAGE };
  for (const name of missing) delete page[name];
  await startUp(connect(server).connection, page);
  expect(server.lines).toEqual(lines);
});

test('BOOT-01 keys of an earlier visit are not fetched again', async () => {
  const server = new FakeServer();
  const { connection, stored } = connect(server);
  stored.set('channel_key', 'channel');
  stored.set('api_key', 'stored-key');
  await startUp(connection, {});
  expect(server.lines).toEqual(['GET channel-bootstrap-data', 'GET participants', 'GET profile']);
  expect(server.received.at(-1)).toMatchObject({ query: { api_key: 'stored-key' } });
});

test('BOOT-01 the stored api key wins over that of the page', async () => {
  const { connection, stored } = connect(new FakeServer());
  stored.set('channel_key', 'channel');
  stored.set('api_key', 'stored-key');
  await startUp(connection, PAGE);
  expect(await connection.keys.apiKey()).toBe('stored-key');
});

test('BOOT-01 a stored login asks for its profile, even when the page carries all data', async () => {
  const server = new FakeServer();
  server.on('profile', () => ok({ id: 7 }));
  const { connection } = connect(server);
  connection.keys.offer({ channelKey: 'channel', apiKey: undefined });
  connection.keys.adopt('login-key');
  const boot = await startUp(connection, PAGE);
  expect(server.lines).toEqual(['GET profile']);
  expect(boot.profile).toEqual({ id: 7 });
});

test('BOOT-01 a stored api key of another channel is not used', async () => {
  const { connection, stored } = connect(new FakeServer());
  stored.set('channel_key', 'another-channel');
  stored.set('api_key', 'stored-key');
  await startUp(connection, PAGE);
  expect(await connection.keys.apiKey()).toBe('page-key');
});

test('BOOT-02 the channel key is asked of the keys host', async () => {
  const hosts: string[] = [];
  const server = new FakeServer();
  const { stored } = connect(server);
  const connection = createConnection({
    apiOrigin: ORIGIN,
    keysOrigin: 'https://keys.test',
    stored,
    fetch: (request) => {
      hosts.push(new URL(request.url).host);
      return server.fetch(request);
    },
  });
  await connection.keys.apiKey();
  expect(hosts).toEqual(['keys.test', 'channel.test']);
});

test.each(['channel-key', 'get_api_key'])(
  'BOOT-05 without %s the start fails and the reload screen is due',
  async (path) => {
    const server = new FakeServer();
    server.on(path, () => problem(500));
    const { connection, heard } = connect(server);
    await expect(startUp(connection, {})).rejects.toThrow('No chanel or api key found');
    expect(heard).toEqual([{ name: 'api-key-error', event: { url: `${ORIGIN}/api/get_api_key`, failed: true } }]);
  },
);

test('BOOT-05 a start after the failure finds its way', async () => {
  const server = new FakeServer();
  server.inTurn(
    'get_api_key',
    () => problem(500),
    () => ok({ api_key: 'key' }),
  );
  const { connection, heard } = connect(server);
  await expect(startUp(connection, {})).rejects.toThrow('No chanel or api key found');
  await startUp(connection, {});
  expect(heard.at(-1)?.name).toBe('api-key-recovered');
});

test.each([null, { textContent: null }, { textContent: '' }, { textContent: '<!--touchline:boot-->' }])(
  'BOOT-01 a page without data is read as carrying nothing: %j',
  (block) => {
    expect(readPageData(block)).toEqual({});
  },
);
