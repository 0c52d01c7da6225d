import type { Connection } from '@touchline/api';
import { importMemberData } from '../../session/follow-session.ts';
import { isAboutGames } from '../../queries/game-queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { hasPendingStep, useSession } from '../../session/session.ts';

/** A purchase opens games: what the server said about them is asked for again, and first of all about this one. */
export async function refreshAfterPurchase(connection: Connection, eventId: number | null): Promise<void> {
  // A pass brings more than games; only a member with their first pass waits for the profile.
  const recognised = importMemberData().then(({ refreshProfile }) => refreshProfile(connection));
  if (hasPendingStep(useSession.getState().user)) await recognised;
  await queryClient.invalidateQueries({ predicate: isAboutGames });
  // The query is inactive now, and its data must be new when the game opens.
  if (eventId !== null) await queryClient.refetchQueries({ queryKey: ['event', eventId], type: 'inactive' });
}
