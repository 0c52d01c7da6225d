import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchEmbeddableGames, fetchEmbedding } from '@touchline/api/console';

/** The sites that may show the player; not refetched while an operator edits them. */
export function embeddingQuery(channel: number) {
  return queryOptions({
    queryKey: ['embedding', channel],
    queryFn: ({ signal }) => fetchEmbedding(channel, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function embeddableGamesQuery(channel: number, text: string) {
  return queryOptions({
    queryKey: ['embeddable-games', channel, text],
    queryFn: ({ signal }) => fetchEmbeddableGames(channel, text, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
