import { createRoute, redirect } from '@tanstack/react-router';
import { contentScreen } from '../loading/lazy-screen-with-messages.ts';
import { getParentRoute } from './root.ts';
import { numericId } from './route-params.ts';
import { vodIdOf } from './vod-address.ts';

/** As the router read it: anything may stand there. */
interface SimulateSearch {
  readonly event_id?: unknown;
  /** The moment when it begins, or how much of it has been played. */
  readonly start?: unknown;
}

export const watchRoutes = [
  createRoute({
    getParentRoute,
    path: 'watch/$id',
    component: contentScreen(() => import('../features/watch/watch-screen.tsx'), 'WatchScreen'),
    params: numericId,
    beforeLoad: ({ location, params }) => {
      const id = vodIdOf(location.search, params.id);
      if (id === 'unknown') throw redirect({ to: '/404', replace: true });
      if (id !== null) throw redirect({ to: '/vod_library/$id', params: { id }, search: {}, replace: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: 'watch_embed/$id',
    component: contentScreen(() => import('../features/watch/watch-embed-screen.tsx'), 'WatchEmbedScreen'),
    params: numericId,
  }),
  createRoute({
    getParentRoute,
    path: 'simulate',
    component: contentScreen(() => import('../features/watch/simulate-screen.tsx'), 'SimulateScreen'),
    validateSearch: (query: SimulateSearch) => query,
  }),
] as const;
