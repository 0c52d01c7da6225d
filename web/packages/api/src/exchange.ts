import { ApiError, RequestError } from './errors.ts';
import { REQUEST_TIMEOUT_MS } from './limits.ts';

export type Fetch = (request: Request) => Promise<Response>;

/** A whole answer: its body is read, so that several callers can have it. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** One request and its whole answer within the time-out; throws a RequestError where there is none. */
export async function exchange(
  fetcher: Fetch,
  caller: AbortSignal,
  build: (signal: AbortSignal) => Request,
  time = REQUEST_TIMEOUT_MS,
): Promise<Answer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), time);
  try {
    const response = await fetcher(build(AbortSignal.any([caller, timeout.signal])));
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    if (caller.aborted) throw new RequestError('cancelled', { cause });
    throw new RequestError(timeout.signal.aborted ? 'timeout' : 'network', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, and gives up when the request is cancelled meanwhile. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(new RequestError('cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  });
}

/** The error that an answer stands for; anything but 200 is one. */
export function problemOf({ status, headers, body }: Answer): ApiError | null {
  if (status === 200) return null;
  const problem = parseObject(body);
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return new ApiError({
    status,
    message: typeof problem['message'] === 'string' ? problem['message'] : `unexpected answer ${status}`,
    code: typeof problem['code'] === 'string' ? problem['code'] : `http_${status}`,
    fields: isObject(problem['errors']) ? problem['errors'] : {},
    problems: Array.isArray(problem['problems']) ? problem['problems'] : [],
    factors: Array.isArray(problem['factors']) ? problem['factors'] : [],
    conflict: problem['conflict'],
    retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    // A proxy in between answers in HTML.
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
