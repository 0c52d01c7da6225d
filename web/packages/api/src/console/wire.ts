import { exchange, problemOf } from '../exchange.ts';
import { UPLOAD_TIMEOUT_MS } from '../limits.ts';

export const BASE = '/console/api/';

/** The session is in a cookie that scripts cannot read, so calls name no operator. */
export async function call(
  path: string,
  signal: AbortSignal,
  body?: object,
  method = body ? 'POST' : 'GET',
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  // A file is sent as it is.
  const isFile = body instanceof Blob;
  const type = isFile ? 'text/plain' : 'application/json';
  const answer = await exchange(
    (request) => fetch(request),
    signal,
    (limited) =>
      new Request(new URL(BASE + path, location.origin), {
        signal: limited,
        credentials: 'same-origin',
        headers: { accept: 'application/json', ...(body && { 'content-type': type }), ...headers },
        method,
        ...(body && { body: isFile ? body : JSON.stringify(body) }),
      }),
    isFile ? UPLOAD_TIMEOUT_MS : undefined,
  );
  const problem = problemOf(answer);
  if (problem) throw problem;
  return JSON.parse(answer.body);
}

/** Answers are as the server's document says: its own tests see to that. */
export interface Envelope<Data> {
  data: Data;
  meta: { total?: number };
}

export async function get<Data>(path: string, signal: AbortSignal): Promise<Envelope<Data>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (await call(path, signal)) as Envelope<Data>;
}

export async function send<Data>(
  path: string,
  body: object | undefined,
  method: string,
  headers?: Readonly<Record<string, string>>,
): Promise<Data> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return ((await call(path, new AbortController().signal, body, method, headers)) as Envelope<Data>).data;
}

export async function post<Data>(path: string, body: object): Promise<Data> {
  return send<Data>(path, body, 'POST');
}

export async function put<Data>(path: string, body: object): Promise<Data> {
  return send<Data>(path, body, 'PUT');
}

/** What was said of a query, as an address has it; several values of one name stand one after the other. */
export function given(query: object): string {
  const said = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === null ? [] : [[name, String(one)]])),
  );
  return new URLSearchParams(said).toString();
}
