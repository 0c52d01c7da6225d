import type { Connection } from '../connection.ts';
import type { Bootstrap, Page, Participant } from '../types.ts';
import { unwrap } from './unwrap.ts';

interface ChannelContent {
  readonly bootstrap: Bootstrap;
  readonly participants: Participant[];
}

/**
 * What a page holds of the channel, none of it older than this version: a server that is behind says so. The version stands
 * in the address, so that no cache gives what it kept of an older one.
 */
export async function fetchContent(
  { client }: Connection,
  version: number,
  signal: AbortSignal,
): Promise<ChannelContent> {
  const least = { content_version: version };
  const [bootstrap, participants] = await Promise.all([
    unwrap(client.GET('/channel-bootstrap-data', { params: { query: { client_interface: 'web', ...least } }, signal })),
    unwrap(client.GET('/participants', { params: { query: { no_limit: 1, ...least } }, signal })),
  ]);
  return { bootstrap, participants };
}

/** A page of the channel by its alias, no older than this version. */
export function fetchPageSince(
  { client }: Connection,
  alias: string,
  version: number,
  signal: AbortSignal,
): Promise<Page> {
  const params = { path: { alias }, query: { content_version: version } };
  return unwrap(client.GET('/pages/{alias}', { params, signal }));
}
