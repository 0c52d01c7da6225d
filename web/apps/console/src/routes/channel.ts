import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { auditSearch } from '../features/audit/audit-search.ts';
import { ClipsScreen } from '../features/clips/clips-screen.tsx';
import { ordersSearch } from '../features/orders/orders-search.ts';
import { OrdersScreen } from '../features/orders/orders-screen.tsx';
import { MailScreen } from '../features/mail/mail-screen.tsx';
import { mailSearch } from '../features/mail/mail-search.ts';
import { MailLogScreen } from '../features/mail/mail-log-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { formSearch, listSearch } from '../features/site/site-search.ts';
import { TeamScreen } from '../features/team/team-screen.tsx';
import { VideoScreen } from '../features/video/video-screen.tsx';
import { getParentRoute } from './root.ts';

const numericMail = {
  parse: ({ channel, mail }: { channel: string; mail: string }) => ({ channel, mail: Number(mail) }),
  stringify: ({ channel, mail }: { channel: string; mail: number }) => ({ channel, mail: String(mail) }),
};

/** What belongs to one channel, whose alias comes first in the address. */
export const channelRoutes = [
  createRoute({ getParentRoute, path: '$channel/video', component: VideoScreen }),
  createRoute({ getParentRoute, path: '$channel/clips', component: ClipsScreen }),
  createRoute({ getParentRoute, path: '$channel/settings', component: SettingsScreen }),
  createRoute({ getParentRoute, path: '$channel/audit', component: AuditScreen, validateSearch: auditSearch }),
  createRoute({ getParentRoute, path: '$channel/team', component: TeamScreen }),
  createRoute({
    getParentRoute,
    path: '$channel/channel',
    component: lazyRouteComponent(() => import('../features/channels/channel-screen.tsx'), 'ChannelScreen'),
  }),
  createRoute({ getParentRoute, path: '$channel/orders', component: OrdersScreen, validateSearch: ordersSearch }),
  createRoute({ getParentRoute, path: '$channel/outbox', component: MailLogScreen, validateSearch: mailSearch }),
  createRoute({
    getParentRoute,
    path: '$channel/site/$noun',
    component: lazyRouteComponent(() => import('../features/site/site-list-screen.tsx'), 'SiteListScreen'),
    validateSearch: listSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/site/$noun/$item',
    component: lazyRouteComponent(() => import('../features/site/site-form-screen.tsx'), 'SiteFormScreen'),
    validateSearch: formSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/outbox/$mail',
    component: MailScreen,
    params: numericMail,
    // Where the list was, so that the way back leads there.
    validateSearch: mailSearch,
  }),
] as const;
