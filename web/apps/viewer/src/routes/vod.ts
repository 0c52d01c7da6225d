import { createRoute } from '@tanstack/react-router';
import { librarySearch } from '../features/vod/library-search.ts';
import { contentScreen } from '../loading/lazy-screen-with-messages.ts';
import { exactSearch } from './exact-search.ts';
import { getParentRoute } from './root.ts';
import { numericId } from './route-params.ts';

export const vodRoutes = [
  createRoute({
    getParentRoute,
    path: 'vod_library',
    component: contentScreen(() => import('../features/vod/vod-library-screen.tsx'), 'VodLibraryScreen'),
    validateSearch: exactSearch(librarySearch),
  }),
  createRoute({
    getParentRoute,
    path: 'vod_library/$id',
    component: contentScreen(() => import('../features/vod/vod-item-screen.tsx'), 'VodItemScreen'),
    params: numericId,
  }),
] as const;
