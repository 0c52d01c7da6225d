import { type Connection, fetchProfile } from '@touchline/api';
import { loadFavourites } from '../favourites/favourite-calls.ts';
import { queryClient } from '../queries/query-client.ts';
import { hasPendingStep, useSession } from './session.ts';

/** Fetches the data of the member. */
export async function loadMemberData(connection: Connection): Promise<void> {
  const { user } = useSession.getState();
  if (user && !hasPendingStep(user)) await loadFavourites(connection);
}

/** Loads the member of the key, which another tab may have changed. */
export async function refreshProfile(connection: Connection): Promise<void> {
  try {
    useSession.getState().setUser(connection.keys.isMember() ? await fetchProfile(connection) : null);
  } catch {
    // Away: the next call tells.
  }
}

/** After a login or logout: all loaded answers were made for another member or visitor. */
export async function switchMember(connection: Connection): Promise<void> {
  const refetched = queryClient.resetQueries();
  // A query goes back to what the page carried, which was for an anonymous visitor and may look fresh.
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await Promise.all([refetched, loadMemberData(connection)]);
}
