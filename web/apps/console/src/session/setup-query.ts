import { queryOptions } from '@tanstack/react-query';
import { fetchSetup } from '@touchline/api/console';

/** Whether the server waits for its set-up link. */
export const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: ({ signal }) => fetchSetup(signal) });
