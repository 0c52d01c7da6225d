import { queryOptions } from '@tanstack/react-query';
import { fetchStatus } from '@touchline/api/console';

const EVERY_MS = 10_000;

/** The state of the server, looked at for as long as the console is open. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => fetchStatus(signal),
  refetchInterval: EVERY_MS,
});
