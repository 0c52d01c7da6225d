import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { ordersSearch } from '../features/orders/orders-search.ts';
import { outboxSearch } from '../features/outbox/outbox-search.ts';
import { ClipsRoute } from '../features/clips/clips-screen.tsx';
import { ColoursRoute } from '../routes/colours.tsx';
import { MailRoute } from '../features/outbox/mail-screen.tsx';
import { NotFound } from '../navigation/not-found.tsx';
import { OrdersRoute } from '../features/orders/orders-screen.tsx';
import { OutboxRoute } from '../features/outbox/outbox-screen.tsx';
import { SettingsRoute } from '../features/settings/settings-screen.tsx';
import { Start } from '../features/start/start-screen.tsx';
import { VideoRoute } from '../features/video/video-screen.tsx';
import { Shell } from '../shell/shell.tsx';
import { parseSearch, stringifySearch } from './plain-search.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const getParentRoute = () => root;

const numericMail = {
  parse: ({ channel, mail }: { channel: string; mail: string }) => ({ channel, mail: Number(mail) }),
  stringify: ({ channel, mail }: { channel: string; mail: number }) => ({ channel, mail: String(mail) }),
};

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: Start }),
  createRoute({ getParentRoute, path: 'colours', component: ColoursRoute }),
  createRoute({ getParentRoute, path: '$channel/video', component: VideoRoute }),
  createRoute({ getParentRoute, path: '$channel/clips', component: ClipsRoute }),
  createRoute({ getParentRoute, path: '$channel/settings', component: SettingsRoute }),
  createRoute({ getParentRoute, path: '$channel/orders', component: OrdersRoute, validateSearch: ordersSearch }),
  createRoute({ getParentRoute, path: '$channel/outbox', component: OutboxRoute, validateSearch: outboxSearch }),
  createRoute({
    getParentRoute,
    path: '$channel/outbox/$mail',
    component: MailRoute,
    params: numericMail,
    // Where the list was, so that the way back leads there.
    validateSearch: outboxSearch,
  }),
]);

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
}
