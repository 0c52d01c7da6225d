import { type GamesSearch, only } from '../../game-filters/games-search.ts';

/** The choice that another list takes over; dates and pages are of one list only. */
export function carriedOver(search: GamesSearch): GamesSearch {
  return only({ ...search, from: undefined, to: undefined, day: undefined, start: undefined, page: undefined });
}

/** The address without filters; the schedule stays at its day. */
export function withoutFilters({ day, start }: GamesSearch): GamesSearch {
  return only({ day, start });
}
