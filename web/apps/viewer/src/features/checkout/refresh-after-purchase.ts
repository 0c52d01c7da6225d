import type { Connection } from '@touchline/api';
import { importMemberData } from '../../session/follow-session.ts';
import { isAboutGames } from '../../queries/game-queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { hasPendingStep, useSession } from '../../session/session.ts';

/** A purchase opens games: what the server said about them is asked for again, and first of all about this one. */
export async function refreshAfterPurchase(connection: Connection, eventId: number | null): Promise<void> {
  // A pass brings more than games; nobody waits for that but those who have chosen their first pass by it.
  const recognised = importMemberData().then(({ refreshProfile }) => refreshProfile(connection));
  if (hasPendingStep(useSession.getState().user)) await recognised;
  await queryClient.invalidateQueries({ predicate: isAboutGames });
  // Nobody looks at it just now, and it is to be there when somebody does.
  if (eventId !== null) await queryClient.refetchQueries({ queryKey: ['event', eventId], type: 'inactive' });
}
