import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { fetchSession, type OperatorChannel, type Session } from '@touchline/api/console';
import { useParams } from '@tanstack/react-router';

const NOBODY: Session = { operator: null, channels: [] };

/** Who is logged in; asked for again when the operator comes back to the window. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: 60_000,
  retry: 1,
});

/** Nobody is logged in any more, and nothing of the channels stays behind for whoever comes next. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, NOBODY);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** The channels of whoever is logged in. */
export function useChannels(): readonly OperatorChannel[] {
  return useSuspenseQuery(sessionQuery).data.channels;
}

/** The channel that the address names, if the operator runs it. */
export function useChannel(): OperatorChannel | undefined {
  const { channel } = useParams({ strict: false });
  return useChannels().find(({ alias }) => alias === channel);
}
