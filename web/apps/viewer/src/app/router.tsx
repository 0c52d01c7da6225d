import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { homeSearch } from '../features/filter/home-filter.ts';
import { Shell } from '../shell/shell.tsx';
import type { RouterContext } from './context.ts';
import { findPage } from './find-page.ts';
import { scrollToHash } from './hash-scroll.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { ScreenError } from './screen-error.tsx';

const root = createRootRouteWithContext<RouterContext>()({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: homeSearch,
  component: lazyScreen(async () => (await import('../routes/home.tsx')).HomeScreen),
});

const watch = createRoute({
  getParentRoute: () => root,
  path: 'watch/$id',
  params: {
    parse: ({ id }) => ({ id: numericId(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: lazyScreen(async () => (await import('../routes/watch.tsx')).WatchScreen),
});

const faq = createRoute({
  getParentRoute: () => root,
  path: 'faq',
  component: lazyScreen(async () => (await import('../routes/faq.tsx')).FaqScreen),
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '404',
  component: lazyScreen(async () => (await import('../routes/not-found.tsx')).NotFoundScreen),
});

/** The channel's own pages stand at addresses that its operator chose; any other path leads to /404. */
const channelPage = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ context, location }) => {
    const page = findPage(context.boot.bootstrap.pages, location.pathname);
    if (!page) throw redirect({ to: '/404', replace: true });
    return { page };
  },
  component: lazyScreen(async () => (await import('../routes/channel-page.tsx')).ChannelPageScreen),
});

const routeTree = root.addChildren([home, watch, faq, notFound, channelPage]);

function numericId(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw redirect({ to: '/404', replace: true });
  return Number(id);
}

export function makeRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
    defaultHashScrollIntoView: false,
  });
  router.subscribe('onResolved', ({ toLocation }) => scrollToHash(toLocation.hash));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
