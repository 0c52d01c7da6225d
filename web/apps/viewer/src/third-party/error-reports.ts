import type { Events } from '@touchline/api';
import { errorEvent, RequestFailure } from './error-event.ts';

/** Of one page: what breaks again and again says nothing new. */
const MAX_REPORTS = 10;
/** After an answer that wants no more for now. */
const PAUSE_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Where a Sentry DSN says that reports go; null if it is none. */
export function envelopeUrl(dsn: string): string | null {
  if (!URL.canParse(dsn)) return null;
  const url = new URL(dsn);
  if (!url.username) return null;
  const at = url.pathname.lastIndexOf('/');
  const [folder, project] = [url.pathname.slice(0, at), url.pathname.slice(at + 1)];
  const query = new URLSearchParams({ sentry_version: '7', sentry_client: 'touchline', sentry_key: url.username });
  return `${url.origin}${folder}/api/${project}/envelope/?${query.toString()}`;
}

/** The status of the answer; a report that cannot be sent is lost. */
async function send(url: string, body: string): Promise<number> {
  const how = { method: 'POST', body, credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true } as const;
  try {
    return (await fetch(url, how)).status;
  } catch {
    return 0;
  }
}

/** Reports errors of the page, each kind once. Returns what ends it. */
export function reportErrors(dsn: string, alias: string, events: Events): () => void {
  const url = envelopeUrl(dsn);
  if (!url) return () => {};
  const told = new Set<string>();
  let pausedUntil = 0;
  const report = async (error: unknown) => {
    const event = errorEvent(error, alias);
    if (!event || told.has(event.key) || told.size >= MAX_REPORTS || Date.now() < pausedUntil) return;
    told.add(event.key);
    const id = crypto.randomUUID().replaceAll('-', '');
    const lines = [{ event_id: id }, { type: 'event' }, { event_id: id, timestamp: Date.now() / 1000, ...event.body }];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    if ((await send(url, body)) === TOO_MANY_REQUESTS) pausedUntil = Date.now() + PAUSE_MS;
  };
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener('error', ({ error, message }) => void report(error ?? message), { signal });
  addEventListener('unhandledrejection', ({ reason }) => void report(reason), { signal });
  const endRequests = events.on('global-error', ({ url: call, status, code }) => {
    if (status >= SERVER_ERROR) void report(new RequestFailure(call, status, code));
  });
  return () => {
    ending.abort();
    endRequests();
  };
}
