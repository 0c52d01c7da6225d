import { type HomeSearch, homeSearch } from '../game-filters/home-filter.ts';
import { type GamesSearch, gamesSearch } from '../game-filters/games-search.ts';
import { GAMES_LISTS } from '../features/games/lists.ts';
import { useDropped } from './dropped-parameters.ts';

/** What each name of home's address stands for, those of the specification and older ones among them. */
const HOME_NAMES = {
  sport: 'sport',
  category_id: 'sport',
  event_category_id: 'sport',
  school: 'school',
  group: 'school',
  team: 'team',
  participant: 'team',
  participant_id: 'team',
  location: 'location',
  division: 'division',
  gender: 'gender',
} as const satisfies Readonly<Record<string, keyof HomeSearch>>;

/** The same for the lists of games. */
const GAMES_NAMES = {
  ...HOME_NAMES,
  search: 'search',
  event_id: 'event',
  state: 'state',
  city: 'city',
  access: 'access',
  favorites: 'favorites',
  from: 'from',
  to: 'to',
  day: 'day',
  start: 'start',
} as const satisfies Readonly<Record<string, keyof GamesSearch>>;

export const NAMES = Object.keys(GAMES_NAMES);

/** Notes what an address says that means nothing, and forgets it with another screen. */
export function noteDropped(path: string, query: Query): void {
  const names = namesOf(path, query);
  if (names.length > 0 || path !== useDropped.getState().path) useDropped.setState({ path, names });
}

function namesOf(path: string, query: Query): readonly string[] {
  if (path === '/') return senseless(query, homeSearch, HOME_NAMES);
  const isList = GAMES_LISTS.some((list) => `/${list}` === path);
  return isList ? senseless(query, gamesSearch, GAMES_NAMES) : [];
}

type Query = Readonly<Record<string, unknown>>;

const stands = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The names of an address that stand for something, but with a value that means nothing there. */
function senseless<T extends object>(
  query: Query,
  read: (query: Query) => T,
  meant: Readonly<Record<string, keyof T>>,
): readonly string[] {
  const found = read(query);
  return Object.entries(meant).flatMap(([name, key]) =>
    stands(query[name]) && found[key] === undefined ? [name] : [],
  );
}
