import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { channelRoutes } from '../routes/channel.ts';
import { operatorRoutes } from '../routes/operator.ts';
import { root } from '../routes/root.ts';
import { parseSearch, stringifySearch } from './plain-search.ts';

const routeTree = root.addChildren([...operatorRoutes, ...channelRoutes]);

export function makeRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: '/console',
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    ...(history && { history }),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** Shown without a login and without the console's frame. */
    readonly isPublic?: boolean;
    /** Shown to operators who run no channel. */
    readonly isWithoutChannel?: boolean;
  }
}
