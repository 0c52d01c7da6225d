import type { GamesQuery } from '@touchline/api';
import type { Day } from '../../time/days.ts';
import { firstDay } from './first-day.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';

interface Viewer {
  readonly today: Day;
  readonly timeZone: string;
  /** Only members have favourites. */
  readonly member: boolean;
}

/** What the server is asked for: the state of the list, and what the address narrows it to. */
export function gamesFilter(list: GamesList, search: GamesSearch, viewer: Viewer): GamesQuery {
  return { ...narrowing(search, viewer), ...statesAndDays(list, search, viewer) };
}

/** What the calendar's days are counted with: all states, the same choice otherwise. */
export function daysFilter(search: GamesSearch, viewer: Viewer): GamesQuery & { readonly time_zone: string } {
  const { favorites, ...filter } = narrowing(search, viewer);
  return { ...filter, ...(favorites === 'only' && { favorites }), time_zone: viewer.timeZone };
}

function narrowing(search: GamesSearch, { member }: Viewer): GamesQuery {
  const { sport, school, team, location, division, event, gender, state, city, access, favorites } = search;
  return {
    ...(search.search && { search: search.search }),
    ...(sport && { sport }),
    ...(school && { school }),
    ...(team && { team }),
    ...(location && { location }),
    ...(division && { division }),
    ...(event && { event_id: event }),
    ...(gender && { gender }),
    ...(state && { state }),
    ...(city && { city }),
    ...(access && { access_type: access }),
    // Members have theirs in front, unless they say otherwise.
    ...(member && favorites !== 'mixed' && { favorites: favorites ?? 'first' }),
  };
}

function statesAndDays(list: GamesList, search: GamesSearch, { today, timeZone }: Viewer): GamesQuery {
  const { from, to } = search;
  switch (list) {
    case 'live':
      return { stream_status: 'live' };
    case 'upcoming':
    case 'vod':
      return {
        stream_status: list === 'vod' ? 'finished' : 'upcoming',
        ...(from && { start_date: from }),
        ...(to && { end_date: to }),
        ...((from ?? to) && { time_zone: timeZone }),
      };
    case 'schedule': {
      const first = firstDay(search, today, timeZone);
      // Without a first day, a game that began before midnight and goes on is there too.
      if (first === today) return { stream_status: 'live,upcoming' };
      const dates = { start_date: first, time_zone: timeZone };
      return first < today ? dates : { stream_status: 'live,upcoming', ...dates };
    }
  }
}
