import type { Event } from '@touchline/api';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAppContext } from '../../channel/channel.ts';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import type { Day } from '../../time/days.ts';
import { gamesFilter } from './games-filter.ts';
import { favouriteCountQuery, gamesQuery } from './games-query.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';
import { ceilingOf, gamesOf, offsetOf, pageAfter } from './paging.ts';

export interface Games {
  readonly events: readonly Event[];
  /** Null until the first answer. */
  readonly total: number | null;
  /** How many games the list has come to, those of pages before the first one included. */
  readonly shown: number;
  readonly next: number | null;
  readonly ceiling: number | null;
  /** How many games at the beginning are favourites, where they come first. */
  readonly favourites: number | null;
  readonly failed: boolean;
  /** Still showing what the filters were before. */
  readonly changing: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  retry(): void;
  loadMore(): Promise<unknown>;
}

/** The games of a list, as far as they are loaded. */
export function useGames(list: GamesList, search: GamesSearch, today: Day, timeZone: string): Games {
  const context = useAppContext();
  const member = useSession(({ user }) => user?.id ?? null);
  const filter = gamesFilter(list, search, { today, timeZone, member: member !== null });
  const first = search.page ?? 1;
  const { data, ...query } = useInfiniteQuery(gamesQuery(context, filter, first, member), queryClient);
  const favourites = useQuery(favouriteCountQuery(context, filter, member), queryClient).data;
  const last = first + (data?.pages.length ?? 1) - 1;
  const total = data?.pages.at(-1)?.total ?? null;
  const events = data ? gamesOf(data.pages) : [];
  return {
    events,
    total,
    shown: offsetOf(first) + events.length,
    next: total === null ? null : pageAfter(last, total),
    ceiling: total === null ? null : ceilingOf(last, total),
    favourites: filter.favorites === 'first' && favourites ? favourites - offsetOf(first) : null,
    failed: query.isError && !data,
    changing: query.isPlaceholderData,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    retry: () => void query.refetch(),
    loadMore: () => query.fetchNextPage(),
  };
}
