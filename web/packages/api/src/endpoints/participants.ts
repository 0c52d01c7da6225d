import type { Connection } from '../connection.ts';
import type { Participant } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** All teams of the channel. */
export function fetchParticipants({ client, global }: Connection): Promise<Participant[]> {
  return unwrap(client.GET('/participants', { params: { query: { no_limit: 1 } }, fetch: global() }));
}
