import { create } from 'zustand';
import { HOME_NAMES, homeSearch } from '../features/filter/home-filter.ts';
import { GAMES_NAMES, gamesSearch } from '../features/games/games-search.ts';
import { GAMES_LISTS } from '../features/games/lists.ts';
import { senseless } from './exact-search.ts';

interface Dropped {
  /** The path of the screen whose address it was. */
  readonly path: string;
  readonly names: readonly string[];
}

const NONE: Dropped = { path: '', names: [] };
const useDropped = create<Dropped>()(() => NONE);

/** What was left out of the address that this screen was opened with. */
export function useDroppedNames(path: string): readonly string[] {
  return useDropped((dropped) => (dropped.path === path ? dropped.names : NONE.names));
}

/** For a router that begins. */
export function forgetDropped(): void {
  useDropped.setState(NONE);
}

/**
 * Notes what an address says that means nothing. The router takes it out of the address at once, so that it is looked
 * for before, and remembered until another screen comes.
 */
export function noteDropped({ pathname: path, search }: { readonly pathname: string; readonly search: object }): void {
  const names = namesOf(path, { ...search });
  if (names.length > 0 || path !== useDropped.getState().path) useDropped.setState({ path, names });
}

function namesOf(path: string, query: Readonly<Record<string, unknown>>): readonly string[] {
  if (path === '/') return senseless(query, homeSearch, HOME_NAMES);
  const isList = GAMES_LISTS.some((list) => `/${list}` === path);
  return isList ? senseless(query, gamesSearch, GAMES_NAMES) : [];
}
