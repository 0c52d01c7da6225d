import { createRoute } from '@tanstack/react-router';
import { lazyScreen } from '../loading/lazy-screen.tsx';
import { getParentRoute } from './root.ts';
import { numericId, sharedId } from './route-params.ts';

export const clipRoutes = [
  createRoute({
    getParentRoute,
    path: 'moments',
    component: lazyScreen(async () => (await import('../features/clips/moments-screen.tsx')).loadMoments()),
    validateSearch: (query: { readonly tag?: unknown }) => query,
  }),
  createRoute({
    getParentRoute,
    path: 'watch_library/$id',
    component: lazyScreen(async () => (await import('../features/clips/library-clip-screen.tsx')).loadLibraryClip()),
    params: numericId,
  }),
  createRoute({
    getParentRoute,
    path: 'share/$id/$uuid',
    component: lazyScreen(async () => (await import('../features/clips/shared-clip-screen.tsx')).loadSharedClip()),
    params: sharedId,
  }),
  createRoute({
    getParentRoute,
    path: 'embed/clip/$id/$uuid',
    component: lazyScreen(async () => (await import('../features/clips/embed-clip-screen.tsx')).loadEmbedClip()),
    params: sharedId,
  }),
] as const;
