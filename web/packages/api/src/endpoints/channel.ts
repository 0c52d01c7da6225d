import type { Connection } from '../connection.ts';
import type { Bootstrap, Page } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** Everything that belongs to the channel and changes seldom, in one answer. */
export function fetchBootstrap({ client, global }: Connection): Promise<Bootstrap> {
  const query = { client_interface: 'web' };
  return unwrap(client.GET('/channel-bootstrap-data', { params: { query }, fetch: global() }));
}

/** A page of the channel by its alias. */
export function fetchPage({ client }: Connection, alias: string, signal: AbortSignal | null = null): Promise<Page> {
  return unwrap(client.GET('/pages/{alias}', { params: { path: { alias } }, signal }));
}
