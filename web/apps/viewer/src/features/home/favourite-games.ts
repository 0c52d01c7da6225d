import type { Event, FavoritableType, HomeEvents, Participant } from '@touchline/api';

interface FavouriteTest {
  readonly isKept: (type: FavoritableType, id: number) => boolean;
  /** The teams of the channel, to know a game's schools. */
  readonly teams: readonly Participant[];
}

/** Whether the member's favourites include this game: itself, a team, a school, its sport or its place. */
export function isFavouriteGame(game: Event, { isKept, teams }: FavouriteTest): boolean {
  return (
    isKept('event', game.id) ||
    isKept('category', game.event_category_id) ||
    (game.location_id !== null && isKept('location', game.location_id)) ||
    game.participants.some(({ id }) => {
      const school = teams.find((team) => team.id === id)?.group_id;
      return isKept('participant', id) || (typeof school === 'number' && isKept('group', school));
    })
  );
}

/**
 * Live and next games of favourites: those that the server names, and those on the page that a heart has just been
 * pressed for. Live ones first, then by their start.
 */
export function favouriteGames(home: HomeEvents, test: FavouriteTest): readonly Event[] {
  const pressed = [...home.live, ...home.upcoming].filter((game) => isFavouriteGame(game, test));
  const all = new Map([...home.favorites, ...pressed].map((game) => [game.id, game]));
  return [...all.values()].toSorted(
    (a, b) =>
      Number(b.stream_status === 'live') - Number(a.stream_status === 'live') || a.event_utc_ts - b.event_utc_ts,
  );
}
