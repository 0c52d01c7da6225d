import { ApiError, CHANNEL_PAUSED, isKeyError, RequestError } from './errors.ts';
import type { Events } from './events.ts';
import { type Answer, exchange, type Fetch, pause, problemOf } from './exchange.ts';
import { isExempt, isKeyCall } from './exempt.ts';
import { createInFlight } from './in-flight.ts';
import type { KeyHealth } from './key-health.ts';
import type { KeyRing } from './key-ring.ts';
import { RETRY_DELAY_MS } from './limits.ts';

/** Why a member may not go on yet; neither ends the session. */
const HOLDS = new Set(['basic_pass_required', 'temporary_password']);

interface RequestsOptions {
  keys: KeyRing;
  health: KeyHealth;
  events: Events;
  fetch: Fetch;
}

export interface Requests {
  /** Resolves with an answer of status 200, or rejects with an ApiError or a RequestError. */
  send: Fetch;
  /** The same for calls whose errors concern the whole page, but for the allowed codes. */
  global: (allowed?: readonly number[]) => Fetch;
}

/** A request that can be sent again, with another key. */
interface Call {
  method: string;
  /** Without the api key: what identifies the call and what events name. */
  url: string;
  path: string;
  headers: Headers;
  body: string;
}

/** The one way to the server: key, time-out, sharing, the single retry, and the events that the page listens to. */
export function createRequests({ keys, health, events, fetch }: RequestsOptions): Requests {
  const share = createInFlight<Answer>();
  const reported = new WeakSet<ApiError>();

  async function send(request: Request): Promise<Response> {
    const call = await callOf(request);
    const { headers, body } =
      call.method === 'GET'
        ? await share(call.url, request.signal, (signal) => perform(call, signal))
        : await perform(call, request.signal);
    return new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '' } });
  }

  /** The answer of status 200, after one retry where one is due. */
  async function perform(call: Call, signal: AbortSignal): Promise<Answer> {
    const key = isExempt(call.path, keys.isMember()) ? null : await keys.apiKey();
    let outcome = await attempt(call, key, signal);
    if (isKeyError(outcome) && !isKeyCall(call.path)) {
      outcome = await attemptWithNewKey(call, key, signal);
    } else if (isWorthRepeating(call, outcome)) {
      await pause(RETRY_DELAY_MS, signal);
      outcome = await attempt(call, key, signal);
    }
    if (!isKeyError(outcome) && !isServerFailure(outcome)) health.answered(call.url);
    if (!(outcome instanceof Error)) return outcome;
    if (outcome instanceof ApiError) announce(call, outcome);
    throw outcome;
  }

  async function attemptWithNewKey(call: Call, refused: string | null, signal: AbortSignal): Promise<Answer | Error> {
    health.refused(call.url);
    events.emit('user-reset', {});
    const key = await keys.replace(refused);
    await pause(RETRY_DELAY_MS, signal);
    const outcome = await attempt(call, isExempt(call.path, keys.isMember()) ? null : key, signal);
    if (isKeyError(outcome)) health.failed(call.url);
    return outcome;
  }

  /** One exchange; whatever is not an answer of status 200 comes back as the error that it is. */
  async function attempt(call: Call, key: string | null, signal: AbortSignal): Promise<Answer | Error> {
    try {
      const answer = await exchange(fetch, signal, (limited) => requestOf(call, key, limited));
      return problemOf(answer) ?? answer;
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }

  function announce(call: Call, error: ApiError): void {
    const isOfPage = error.status === 429 || error.code === CHANNEL_PAUSED;
    if (isOfPage) announceGlobally(call.url, error, isSaidInPlace(call));
    if (HOLDS.has(error.code)) events.emit('user-held', {});
    const isProfile = call.method === 'GET' && call.path === '/api/profile';
    if (error.status === 401 && !isProfile && !isKeyError(error)) events.emit('user-reset', {});
  }

  function announceGlobally(url: string, error: ApiError, inPlace: boolean): void {
    if (reported.has(error)) return;
    reported.add(error);
    events.emit('global-error', { url, status: error.status, code: error.code, message: error.message, inPlace });
  }

  return {
    send,
    global:
      (allowed = []) =>
      async (request) => {
        try {
          return await send(request);
        } catch (error) {
          if (error instanceof ApiError && error.status >= 400 && !allowed.includes(error.status)) {
            announceGlobally(request.url, error, false);
          }
          throw error;
        }
      },
  };
}

async function callOf(request: Request): Promise<Call> {
  const url = new URL(request.url);
  const { method, headers } = request;
  return {
    method,
    url: url.href,
    path: url.pathname,
    headers,
    body: carriesKeyInQuery(method) ? '' : await request.text(),
  };
}

function requestOf(call: Call, key: string | null, signal: AbortSignal): Request {
  const { method, headers } = call;
  if (carriesKeyInQuery(method)) {
    const url = new URL(call.url);
    if (key !== null) url.searchParams.set('api_key', key);
    return new Request(url, { method, headers, signal });
  }
  const body = key === null ? call.body : JSON.stringify({ ...JSON.parse(call.body || '{}'), api_key: key });
  return new Request(call.url, { method, headers, signal, body });
}

function carriesKeyInQuery(method: string): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** What may pass by itself is tried once more, if doing it twice does no harm. */
function isWorthRepeating(call: Call, outcome: Answer | Error): boolean {
  const isHarmless = ['GET', 'PUT', 'DELETE'].includes(call.method) || isKeyCall(call.path);
  if (outcome instanceof RequestError) return isHarmless && outcome.code === 'network';
  return isHarmless && outcome instanceof ApiError && outcome.status === 503;
}

/** Errors of writes and of a form's proof-of-work challenge are shown at their form. */
function isSaidInPlace({ method, path }: Call): boolean {
  return path === '/api/captcha' || (method !== 'GET' && !isKeyCall(path));
}

function isServerFailure(outcome: Answer | Error): boolean {
  return outcome instanceof RequestError || (outcome instanceof ApiError && outcome.status >= 500);
}
