import { queryOptions } from '@tanstack/react-query';
import { fetchLegalPages } from '@touchline/api/console';

/** Below the key of the pages, whose changes change it. */
export function legalQuery(channel: number) {
  return queryOptions({
    queryKey: ['rows', channel, 'pages', 'legal'],
    queryFn: ({ signal }) => fetchLegalPages(channel, signal),
    staleTime: 0,
  });
}
