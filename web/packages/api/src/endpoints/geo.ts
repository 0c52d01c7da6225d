import type { Connection } from '../connection.ts';
import type { Geo } from '../types.ts';
import { unwrap } from './unwrap.ts';

/** Where the visitor seems to be, and whether the channel may be watched there. */
export function fetchGeo({ client }: Connection, signal: AbortSignal | null = null): Promise<Geo> {
  return unwrap(client.GET('/geo', { signal }));
}
