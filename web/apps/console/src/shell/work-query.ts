import { queryOptions } from '@tanstack/react-query';
import { fetchWork, type WorkItem } from '@touchline/api/console';

/** While something goes on, and otherwise: another window may have begun it. */
const WATCH_MS = 3_000;
const LOOK_MS = 60_000;

export const isRunning = ({ state }: WorkItem) => state === 'running';

export const workQuery = queryOptions({
  queryKey: ['work'],
  queryFn: ({ signal }) => fetchWork(signal),
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? WATCH_MS : LOOK_MS),
});
