import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { fetchSession, type OperatorChannel, type Session } from '@touchline/api/console';
import { LOCALES } from '@touchline/i18n';
import { useParams } from '@tanstack/react-router';

const LOGGED_OUT: Session = { operator: null, channels: [] };

/** The operator's session; refetched when they come back to the window. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: 60_000,
  retry: 1,
});

/** Ends the session, and removes all data of the channels for the next operator. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, LOGGED_OUT);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
}

/** Puts a saved name and language of a channel into the session: the server's own answer may be a moment behind. */
export function describeChannel(client: QueryClient, channel: number, name: unknown, language: unknown): void {
  const described = (one: OperatorChannel): OperatorChannel => ({
    ...one,
    name: typeof name === 'string' ? name : one.name,
    language: LOCALES.find((code) => code === language) ?? one.language,
  });
  client.setQueryData(
    sessionQuery.queryKey,
    (session) =>
      session && { ...session, channels: session.channels.map((one) => (one.id === channel ? described(one) : one)) },
  );
}

export function useOperator(): Session['operator'] {
  return useSuspenseQuery(sessionQuery).data.operator;
}

/** The operator's channels. */
export function useChannels(): readonly OperatorChannel[] {
  return useSuspenseQuery(sessionQuery).data.channels;
}

/** The channel that the address names, if the operator runs it. */
export function useChannel(): OperatorChannel | undefined {
  const { channel } = useParams({ strict: false });
  return useChannels().find(({ alias }) => alias === channel);
}
