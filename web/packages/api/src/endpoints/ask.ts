import type { Connection } from '../connection.ts';

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal | null;
}

interface Answer<T, Meta> {
  data: T;
  meta: Meta;
}

/** One call whose path the document of the server does not name yet. */
export async function askWhole<T, Meta = object>(
  { send, origin }: Connection,
  path: string,
  { method = 'GET', body, signal }: Call = {},
): Promise<Answer<T, Meta>> {
  const request = new Request(new URL(`/api/${path}`, origin), {
    method,
    signal: signal ?? null,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: Answer<T, Meta> = await (await send(request)).json();
  return answer;
}

export async function ask<T>(connection: Connection, path: string, call: Call = {}): Promise<T> {
  return (await askWhole<T>(connection, path, call)).data;
}
