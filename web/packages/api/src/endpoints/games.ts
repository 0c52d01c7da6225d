import type { Connection } from '../connection.ts';
import type { paths } from '../schema.d.ts';
import type { Event, GameDay, PolledChanges, SearchResults } from '../types.ts';
import { type Listed, unwrap, unwrapList } from './unwrap.ts';

/** What a list of games is narrowed to and how it is sorted; lists of words are comma separated. */
export type GamesQuery = Omit<NonNullable<paths['/events']['get']['parameters']['query']>, 'api_key' | 'no_limit'>;

export function fetchGames(
  { client }: Connection,
  query: GamesQuery,
  signal: AbortSignal | null = null,
): Promise<Listed<Event>> {
  return unwrapList(client.GET('/events', { params: { query }, signal }));
}

/** How many games each day has; days without any are left out. At most 62 days. */
export function fetchGameDays(
  { client }: Connection,
  query: GamesQuery & { start_date: string; end_date: string },
  signal: AbortSignal | null = null,
): Promise<GameDay[]> {
  return unwrap(client.GET('/events-days', { params: { query }, signal }));
}

/** Teams, schools, sports, games and videos by a few letters. */
export function fetchSearch(
  { client }: Connection,
  text: string,
  signal: AbortSignal | null = null,
): Promise<SearchResults> {
  return unwrap(client.GET('/search', { params: { query: { text } }, signal }));
}

/** What has changed since a version: the fallback of the live stream. */
export function fetchLiveChanges(
  { client }: Connection,
  since: number,
  signal: AbortSignal | null = null,
): Promise<PolledChanges> {
  return unwrap(client.GET('/live-changes', { params: { query: { since } }, signal }));
}

/**
 * Where the live stream is to be had, from the versions of games and content that the page has. A stream sends no headers, so
 * the key stands in its address.
 */
export async function liveUpdatesUrl(
  { origin, keys }: Connection,
  since: number,
  contentVersion: number,
): Promise<string> {
  const query = new URLSearchParams({
    since: String(since),
    content_version: String(contentVersion),
    api_key: await keys.apiKey(),
  });
  return `${origin}/api/live-updates?${query.toString()}`;
}
