import { type Connection, createConnection, createStored, type Stored } from '../src/index.ts';
import type { ApiEvents } from '../src/index.ts';

export const ORIGIN = 'https://channel.test';

interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

type Handler = (received: Received, signal: AbortSignal) => Response | Promise<Response>;

/** A server in the same process: it answers by path, and remembers what it got. */
export class FakeServer {
  readonly received: Received[] = [];
  readonly #handlers = new Map<string, Handler>();

  constructor() {
    let issued = 0;
    this.on('channel-key', () => ok({ channel_key: 'channel' }));
    this.on('get_api_key', () => ok({ api_key: `key-${(issued += 1)}` }));
    this.on('profile', () => problem(401, { code: 'unauthenticated' }));
    this.on('channel-bootstrap-data', () => ok({ settings: { alias: 'demo' } }));
    this.on('participants', () => ok([]));
    this.on('events-for-homepage', () => ok({ live: [], upcoming: [], finished: [], favorites: [] }));
  }

  on(path: string, handler: Handler): void {
    this.#handlers.set(`/api/${path}`, handler);
  }

  /** Answers in turn; the last one stays. */
  inTurn(path: string, ...handlers: [Handler, ...Handler[]]): void {
    let next = 0;
    this.on(path, (received, signal) => {
      const handler = handlers[Math.min(next, handlers.length - 1)] ?? handlers[0];
      next += 1;
      return handler(received, signal);
    });
  }

  fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const received = {
      method: request.method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
    this.received.push(received);
    const handler = this.#handlers.get(pathname);
    return handler ? handler(received, request.signal) : problem(404, { code: 'not_found' });
  };

  /** Methods and paths in the order of arrival. */
  get lines(): string[] {
    return this.received.map(({ method, path }) => `${method} ${path.replace('/api/', '')}`);
  }

  count(path: string): number {
    return this.received.filter((received) => received.path === `/api/${path}`).length;
  }
}

export function ok(data: unknown): Response {
  return Response.json({ data, meta: {} });
}

interface Problem {
  code?: string;
  message?: string;
  errors?: Record<string, string[]>;
  headers?: Record<string, string>;
}

export function problem(
  status: number,
  { code = 'code', message = 'message', errors = {}, headers = {} }: Problem = {},
) {
  return Response.json({ message, code, errors }, { status, headers });
}

export const refusedKey = () => problem(401, { errors: { api_key: ['is wrong'] } });

/** Like `fetch`, it never answers but rejects when it is called off. */
export const silence: Handler = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

export const networkFailure: Handler = () => Promise.reject(new TypeError('failed to fetch'));

/** A browser storage in memory. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (name) => values.get(name) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (name) => void values.delete(name),
    setItem: (name, value) => void values.set(name, value),
  };
}

interface Heard {
  name: keyof ApiEvents;
  event: ApiEvents[keyof ApiEvents];
}

const EVENT_NAMES = ['api-key-error', 'api-key-recovered', 'global-error', 'user-reset', 'user-held'] as const;

/** A connection to the fake server, with a record of all events. */
export function connect(server: FakeServer): { connection: Connection; stored: Stored; heard: Heard[] } {
  const storage = memoryStorage();
  const stored = createStored(() => storage);
  const connection = createConnection({ apiOrigin: ORIGIN, fetch: server.fetch, stored });
  const heard: Heard[] = [];
  for (const name of EVENT_NAMES) connection.events.on(name, (event) => heard.push({ name, event }));
  return { connection, stored, heard };
}
