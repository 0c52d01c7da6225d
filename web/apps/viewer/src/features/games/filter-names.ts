import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';

const FILTER_NAMES = [
  'search',
  'sport',
  'gender',
  'school',
  'team',
  'location',
  'division',
  'event',
  'state',
  'city',
  'access',
  'from',
  'to',
  'favorites',
] as const satisfies readonly (keyof GamesSearch)[];
export type FilterName = (typeof FILTER_NAMES)[number];

export const hasDates = (list: GamesList): boolean => list === 'upcoming' || list === 'vod';

/** Which filters narrow the list; only those that the list knows and the visitor may use. */
export function filterNames(list: GamesList, search: GamesSearch, member: boolean): readonly FilterName[] {
  const counts = (name: FilterName): boolean =>
    search[name] !== undefined &&
    (name === 'favorites'
      ? member && search.favorites !== 'first'
      : (name !== 'from' && name !== 'to') || hasDates(list));
  return FILTER_NAMES.filter(counts);
}
