import { type Connection, fetchProfile } from '@touchline/api';
import { loadFavourites } from '../favourites/favourite-calls.ts';
import { queryClient } from '../queries/query-client.ts';
import { hasPendingStep, useSession } from './session.ts';

/** Fetches what belongs to the person who is logged in. */
export async function loadMemberData(connection: Connection): Promise<void> {
  const { user } = useSession.getState();
  if (user && !hasPendingStep(user)) await loadFavourites(connection);
}

/** Asks who the key belongs to, which another tab has changed. */
export async function refreshProfile(connection: Connection): Promise<void> {
  try {
    useSession.getState().setUser(connection.keys.isMember() ? await fetchProfile(connection) : null);
  } catch {
    // Away: the next call tells.
  }
}

/** Another person, or nobody: all that the server said was said to somebody else. */
export async function switchMember(connection: Connection): Promise<void> {
  const refetched = queryClient.resetQueries();
  // A query goes back to what the page carried, which was for an anonymous visitor and may look fresh.
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await Promise.all([refetched, loadMemberData(connection)]);
}
