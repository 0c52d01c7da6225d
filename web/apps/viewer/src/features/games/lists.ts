/** The lists of games, each at the address of its name. */
export const GAMES_LISTS = ['live', 'upcoming', 'vod', 'schedule'] as const;
export type GamesList = (typeof GAMES_LISTS)[number];

export const LIST_NAMES = {
  live: 'games.live',
  upcoming: 'games.upcoming',
  vod: 'games.vod',
  schedule: 'games.schedule',
} as const;

/** The list of an address's route. */
export function listAt(route: string | undefined): GamesList {
  return GAMES_LISTS.find((list) => `/${list}` === route) ?? 'upcoming';
}
