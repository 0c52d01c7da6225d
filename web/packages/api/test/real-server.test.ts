import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConnection, createStored, fetchHomeEvents, isCancelled, startUp } from '../src/index.ts';
import { memoryStorage } from './fake-server.ts';

const HOME = { live: [], upcoming: [], finished: [], favorites: [] };

let server: Server;
let origin: string;
let lines: string[];
/** Keys that the server takes. */
let valid: Set<string>;
let closedEarly: number;

beforeEach(async () => {
  lines = [];
  valid = new Set();
  closedEarly = 0;
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', origin);
  const path = url.pathname.replace('/api/', '');
  lines.push(`${request.method} ${path}`);
  const key = url.searchParams.get('api_key') ?? '';
  const reply = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  switch (path) {
    case 'channel-key':
      return reply(200, { data: { channel_key: 'channel' }, meta: {} });
    case 'get_api_key': {
      const { channel_key } = (await bodyOf(request)) as { channel_key: string };
      const issued = `${channel_key}-key-${lines.length}`;
      valid.add(issued);
      return reply(200, { data: { api_key: issued }, meta: {} });
    }
    case 'slow':
      request.socket.on('close', () => (closedEarly += 1));
      return undefined;
    case 'profile':
    case 'events-for-homepage':
      if (!valid.has(key)) return reply(401, { message: 'no', code: 'bad_key', errors: { api_key: ['is wrong'] } });
      if (path === 'profile') return reply(401, { message: 'no', code: 'unauthenticated', errors: {} });
      return reply(200, { data: HOME, meta: {} });
    default:
      return reply(200, { data: [], meta: {} });
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function connect() {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  return { stored, connection: createConnection({ apiOrigin: origin, stored }) };
}

test('BOOT-01 over real HTTP: the steps arrive in their order', async () => {
  const { connection } = connect();
  const boot = await startUp(connection, {});
  expect(boot.profile).toBeNull();
  expect(lines).toEqual([
    'GET channel-key',
    'POST get_api_key',
    'GET channel-bootstrap-data',
    'GET participants',
    'GET profile',
  ]);
});

test('BOOT-07, BOOT-09 over real HTTP: two callers with a dead key share one request, one new key and one retry', async () => {
  const { connection, stored } = connect();
  stored.set('channel_key', 'channel');
  stored.set('api_key', 'dead');
  const both = await Promise.all([fetchHomeEvents(connection), fetchHomeEvents(connection)]);
  expect(both).toEqual([HOME, HOME]);
  expect(lines).toEqual(['GET events-for-homepage', 'GET channel-key', 'POST get_api_key', 'GET events-for-homepage']);
});

test('ERR-04 over real HTTP: the server sees that a cancelled request is gone', async () => {
  const { connection } = connect();
  const caller = new AbortController();
  const sent = connection.send(new Request(`${origin}/api/slow`, { signal: caller.signal }));
  const error = sent.catch((reason: unknown) => reason);
  await expect.poll(() => lines).toContain('GET slow');
  caller.abort();
  expect(isCancelled(await error)).toBe(true);
  await expect.poll(() => closedEarly).toBe(1);
});

test('ERR-05 over real HTTP: a server that is not there is tried once more, then reported', async () => {
  const { connection, stored } = connect();
  stored.set('channel_key', 'channel');
  stored.set('api_key', 'key');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const started = performance.now();
  await expect(fetchHomeEvents(connection)).rejects.toMatchObject({ code: 'network' });
  expect(performance.now() - started).toBeGreaterThanOrEqual(990);
});
