import type { Connection } from '../connection.ts';
import type { FavoritableType, Favorite } from '../types.ts';
import { ApiError } from '../errors.ts';
import { unwrap } from './unwrap.ts';

export function fetchFavourites({ client }: Connection, signal: AbortSignal | null = null): Promise<Favorite[]> {
  return unwrap(client.GET('/favorites', { signal }));
}

/** What the specification names; games and places go by the same call. */
const NAMED: readonly unknown[] = ['participant', 'group', 'category'];

/** Adding twice is one favourite. A type that is none is refused here, in the server's words. */
export async function addFavourite({ client }: Connection, type: FavoritableType, id: number): Promise<Favorite> {
  if (![...NAMED, 'event', 'location'].includes(type)) {
    const message = `favoritable_type must be one of ${NAMED.join(', ')}`;
    throw new ApiError({
      status: 400,
      message,
      code: 'invalid',
      fields: { favoritable_type: [message] },
      retryAfter: null,
    });
  }
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
