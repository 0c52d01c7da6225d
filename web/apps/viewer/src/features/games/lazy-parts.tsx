import type { RouterContext } from '../../channel/router-context.ts';
import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { CalendarSkeleton } from './calendar-skeleton.tsx';
import { filterNames } from './filter-names.ts';
import { loadFilters } from './lazy-filters.tsx';
import { gamesSearch } from '../../game-filters/games-search.ts';
import { listAt } from './lists.ts';
import { viewOf } from './use-games-view.ts';
import { isWide } from './use-wide.ts';
import { GamesSkeleton } from './games-skeleton.tsx';

// The parts get what they share with the screen as props: with imports of it they would need the screen's own file.

export const CalendarPart = lazyScreen(
  async () => (await import('./games-schedule.tsx')).ScheduleCalendar,
  CalendarSkeleton,
);
/** Loads while the server is asked for the games. */
export const ResultsPart = lazyScreen(async () => (await import('./games-results.tsx')).GamesResults, GamesSkeleton);

/** The views that a visitor chooses; cards in a grid, which most see, come with the results. */
export const VIEW_PARTS = {
  grid: null,
  list: lazyScreen(
    async () => (await import('./games-rows.tsx')).GamesRows,
    () => <GamesSkeleton view="list" />,
  ),
  table: lazyScreen(
    async () => (await import('./games-table.tsx')).GamesTables,
    () => <GamesSkeleton view="table" />,
  ),
} as const;

export interface Opening {
  readonly context: RouterContext;
  readonly route: { readonly fullPath: string };
  readonly location: { readonly search: object };
}

/** Loads the parts that this address shows to this visitor; done when those are there that the first paint has. */
export async function loadParts({ context, route, location }: Opening): Promise<void> {
  const list = listAt(route.fullPath);
  const view = viewOf(list, context.connection.stored.get('games_view'));
  const filtered = filterNames(list, gamesSearch({ ...location.search }), true).length > 0;
  void ResultsPart.preload();
  void VIEW_PARTS[view]?.preload();
  await Promise.all([list === 'schedule' && CalendarPart.preload(), (filtered || isWide()) && loadFilters()]);
}
