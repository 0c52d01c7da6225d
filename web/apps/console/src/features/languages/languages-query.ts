import { queryOptions } from '@tanstack/react-query';
import { fetchTranslations } from '@touchline/api/console';

/** Every text of a channel beside its translations. */
export function translationsQuery(channel: number) {
  return queryOptions({
    queryKey: ['translations', channel],
    queryFn: ({ signal }) => fetchTranslations(channel, signal),
    staleTime: 0,
  });
}
