import { queryOptions } from '@tanstack/react-query';
import { fetchHouse } from '@touchline/api/console';

const EVERY_MS = 10_000;

/** The state of the server, looked at for as long as the console is open. */
export const houseQuery = queryOptions({
  queryKey: ['house'],
  queryFn: ({ signal }) => fetchHouse(signal),
  refetchInterval: EVERY_MS,
});
