import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchMe, fetchMyPasskeys, fetchMySessions } from '@touchline/api/console';
import { sessionQuery } from '../../session/session.ts';

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => fetchMe(signal) });

export const mySessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => fetchMySessions(signal),
});

export const myPasskeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) => fetchMyPasskeys(signal),
});

/** After a change of a factor, which may open or close channels. */
export async function refreshFactors(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: meQuery.queryKey }),
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ]);
}
