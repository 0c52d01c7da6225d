import type { Client } from 'openapi-fetch';
import type { Fetch } from './exchange.ts';
import type { paths } from './schema.d.ts';

/** Every call of the document, with its types. */
export type ApiClient = Pick<Client<paths>, 'GET' | 'POST' | 'DELETE'>;

interface Sent {
  params?: { path?: Readonly<Record<string, unknown>>; query?: Readonly<Record<string, unknown>> };
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: 'blob';
  fetch?: Fetch;
}

/**
 * Of openapi-fetch the types alone: its code serialises in every style that a document can ask for and runs middleware,
 * which no call of ours needs and every visitor would load first. `send` rejects whatever is not a success.
 */
export function createClient(base: string, send: Fetch): ApiClient {
  const call =
    (method: string) =>
    async (path: string, { params, body, signal, parseAs, fetch = send }: Sent = {}) => {
      const address = base + path.replace(/\{(\w+)\}/g, (_, name: string) => written(params?.path?.[name]));
      const query = queryOf(params?.query ?? {});
      const request = new Request(query ? `${address}?${query}` : address, {
        method,
        ...(signal && { signal }),
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const response = await fetch(request);
      if (parseAs) return { data: await response.blob(), response };
      const text = await response.text();
      return { data: text ? JSON.parse(text) : undefined, response };
    };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers are as the server's document says
  return { GET: call('GET'), POST: call('POST'), DELETE: call('DELETE') } as ApiClient;
}

/** Lists are repeated parameters; what is not set is left out. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${written(value)}`)
    .join('&');
}

const written = (value: unknown): string => encodeURIComponent(String(value));
