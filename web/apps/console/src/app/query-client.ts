import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchline/api/console';
import { endSession } from '../session/session.ts';

/** Whatever says that the session has ended leads to the login. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) endSession(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A refusal is an answer: only a server in trouble is asked again.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
  return client;
}
