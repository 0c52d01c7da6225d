import { fetchGames, type GamesQuery } from '@touchline/api';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RouterContext } from '../../channel/router-context.ts';
import { PAGE_SIZE } from '../../game-filters/limits.ts';
import { offsetOf, pageAfter } from './paging.ts';

type Server = Pick<RouterContext, 'connection'>;

/** A list keeps its loaded pages for the way back. */
const KEPT_MS = 30 * 60_000;

/** A list of games from a page on; `member` keeps one visitor's favourites from the next one. */
export function gamesQuery({ connection }: Server, filter: GamesQuery, firstPage: number, member: number | null) {
  return infiniteQueryOptions({
    queryKey: ['games', 'list', filter, firstPage, member],
    queryFn: ({ signal, pageParam }) =>
      fetchGames(connection, { ...filter, offset: offsetOf(pageParam), limit: PAGE_SIZE }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ total }, _pages, page) => pageAfter(page, total),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}

/** How many games of a list are of favourites: the server puts them in front, but marks them nowhere. */
export function favouriteCountQuery({ connection }: Server, filter: GamesQuery, member: number | null) {
  return queryOptions({
    queryKey: ['games', 'favourites', filter, member],
    queryFn: async ({ signal }) =>
      (await fetchGames(connection, { ...filter, favorites: 'only', limit: 1 }, signal)).total,
    enabled: filter.favorites === 'first' && member !== null,
    gcTime: KEPT_MS,
  });
}
