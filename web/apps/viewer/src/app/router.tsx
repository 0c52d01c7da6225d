import { createRouter } from '@tanstack/react-router';
import type { RouterContext } from '../channel/router-context.ts';
import { rememberPage } from '../navigation/last-page.ts';
import { authRoutes } from '../routes/auth.ts';
import { clipRoutes } from '../routes/clips.ts';
import { gamesRoutes } from '../routes/games.ts';
import { homeRoute } from '../routes/home.ts';
import { pageRoutes } from '../routes/pages.ts';
import { profileRoutes } from '../routes/profile.ts';
import { root } from '../routes/root.ts';
import { shopRoutes } from '../routes/shop.ts';
import { vodRoutes } from '../routes/vod.ts';
import { watchRoutes } from '../routes/watch.ts';
import { scrollToHash } from './hash-scroll.ts';
import { ScreenError } from './screen-error.tsx';

const routeTree = root.addChildren([
  homeRoute,
  ...gamesRoutes,
  ...vodRoutes,
  ...watchRoutes,
  ...clipRoutes,
  ...pageRoutes,
  ...authRoutes,
  ...profileRoutes,
  ...shopRoutes,
]);

export function makeRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
    defaultHashScrollIntoView: false,
  });
  // The router takes out of the address what its screens do not read, so that it is looked for before.
  router.subscribe('onBeforeLoad', ({ toLocation: { pathname, search, searchStr } }) => {
    if (searchStr)
      void import('../shell/deferred-parts.tsx').then(({ noteAddress }) => noteAddress(pathname, { ...search }));
  });
  router.subscribe('onResolved', ({ toLocation }) => {
    rememberPage(toLocation.href);
    scrollToHash(toLocation.hash);
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
