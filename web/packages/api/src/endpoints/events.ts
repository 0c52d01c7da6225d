import type { Connection } from '../connection.ts';
import type { Event, HomeEvents } from '../types.ts';
import { unwrap } from './unwrap.ts';

interface HomeFilter {
  /** Alias or name of a participant group. */
  school?: string;
  /** Alias or name of a participant. */
  team?: string;
  /** Alias or name of a category. */
  sport?: string;
  /** `M`, `W`, or `N` for not identified. */
  gender?: string;
}

export function fetchHomeEvents(
  { client }: Connection,
  filter: HomeFilter = {},
  signal: AbortSignal | null = null,
): Promise<HomeEvents> {
  return unwrap(client.GET('/events-for-homepage', { params: { query: filter }, signal }));
}

export function fetchEvent({ client }: Connection, id: number, signal: AbortSignal | null = null): Promise<Event> {
  return unwrap(client.GET('/events/{id}', { params: { path: { id } }, signal }));
}
