import { createRoute } from '@tanstack/react-router';
import type { Opening } from '../features/games/games-screen.tsx';
import { gamesSearch } from '../game-filters/games-search.ts';
import { contentScreen } from '../loading/lazy-screen-with-messages.ts';
import { exactSearch } from './exact-search.ts';
import { getParentRoute } from './root.ts';

const loadGames = () => import('../features/games/games-screen.tsx');

/** The lists of games are one screen, which knows the parts of it that an address shows at once. */
const games = {
  component: contentScreen(loadGames, 'GamesScreen'),
  validateSearch: exactSearch(gamesSearch),
  loader: (opening: Opening) =>
    loadGames().then(
      ({ loadParts }) => loadParts(opening),
      // The screen itself says so.
      () => {},
    ),
};

export const gamesRoutes = [
  createRoute({ getParentRoute, path: 'upcoming', ...games }),
  createRoute({ getParentRoute, path: 'live', ...games }),
  createRoute({ getParentRoute, path: 'vod', ...games }),
  createRoute({ getParentRoute, path: 'schedule', ...games }),
] as const;
