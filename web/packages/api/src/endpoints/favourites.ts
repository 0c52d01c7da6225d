import type { Connection } from '../connection.ts';
import type { FavoritableType, Favorite } from '../types.ts';
import { unwrap } from './unwrap.ts';

export function fetchFavourites({ client }: Connection, signal: AbortSignal | null = null): Promise<Favorite[]> {
  return unwrap(client.GET('/favorites', { signal }));
}

/** Adding twice is one favourite. */
export function addFavourite({ client }: Connection, type: FavoritableType, id: number): Promise<Favorite> {
  return unwrap(client.POST('/favorite', { body: { favoritable_id: id, favoritable_type: type } }));
}

export async function removeFavourite({ client }: Connection, id: number): Promise<void> {
  await unwrap(client.DELETE('/favorite/{id}', { params: { path: { id } } }));
}

/** The address of the feed of one's favourites' games, for calendar programs. */
export async function fetchFavouritesCalendar({ client, origin }: Connection): Promise<string> {
  const { url } = await unwrap(client.GET('/favorites/calendar'));
  // A path of the server, which a calendar program has never heard of.
  return new URL(url, origin).href;
}
