import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchline/api/console';
import { endSession, sessionQuery } from '../session/session.ts';

/** Whatever says that the session has ended leads to the login; a refusal may come of a role that was changed or lost. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401) endSession(client);
    if (error.status === 403 || error.status === 404)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A refusal is final: only a failing server is asked again.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
  return client;
}
