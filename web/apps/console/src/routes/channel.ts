import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { AuditScreen } from '../features/audit/audit-screen.tsx';
import { auditSearch } from '../features/audit/audit-search.ts';
import { clipsSearch } from '../features/clips/clips-search.ts';
import { ClipsScreen } from '../features/clips/clips-screen.tsx';
import { ordersSearch } from '../features/orders/orders-search.ts';
import { OrdersScreen } from '../features/orders/orders-screen.tsx';
import { MailScreen } from '../features/mail/mail-screen.tsx';
import { mailSearch } from '../features/mail/mail-search.ts';
import { MailLogScreen } from '../features/mail/mail-log-screen.tsx';
import { languagesSearch } from '../features/languages/languages-search.ts';
import { periodSearch } from '../forms/period-search.ts';
import { setupSearch } from '../features/setup/setup-search.ts';
import { formSearch, listSearch } from '../features/site/site-search.ts';
import { TeamScreen } from '../features/team/team-screen.tsx';
import { VideoScreen } from '../features/video/video-screen.tsx';
import { deliverySearch } from '../features/webhooks/delivery-search.ts';
import { getParentRoute } from './root.ts';

const numericMail = {
  parse: ({ channel, mail }: { channel: string; mail: string }) => ({ channel, mail: Number(mail) }),
  stringify: ({ channel, mail }: { channel: string; mail: number }) => ({ channel, mail: String(mail) }),
};

/** What belongs to one channel, whose alias comes first in the address. */
export const channelRoutes = [
  createRoute({ getParentRoute, path: '$channel/video', component: VideoScreen }),
  createRoute({ getParentRoute, path: '$channel/clips', component: ClipsScreen, validateSearch: clipsSearch }),
  createRoute({
    getParentRoute,
    path: '$channel/setup',
    component: lazyRouteComponent(() => import('../features/setup/channel-setup-screen.tsx'), 'ChannelSetupScreen'),
    validateSearch: setupSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/start',
    component: lazyRouteComponent(() => import('../features/start/checklist-screen.tsx'), 'ChecklistScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/settings',
    component: lazyRouteComponent(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
    validateSearch: (search: Record<string, unknown>) => ({ ...listSearch(search), ...formSearch(search) }),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/colours',
    component: lazyRouteComponent(() => import('../features/colours/colours-screen.tsx'), 'ColoursScreen'),
    validateSearch: formSearch,
  }),
  createRoute({ getParentRoute, path: '$channel/audit', component: AuditScreen, validateSearch: auditSearch }),
  createRoute({ getParentRoute, path: '$channel/team', component: TeamScreen }),
  createRoute({
    getParentRoute,
    path: '$channel/tokens',
    component: lazyRouteComponent(() => import('../features/tokens/tokens-screen.tsx'), 'TokensScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/webhooks',
    component: lazyRouteComponent(() => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/webhooks/$webhook',
    component: lazyRouteComponent(() => import('../features/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
    validateSearch: deliverySearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/channel',
    component: lazyRouteComponent(() => import('../features/channels/channel-screen.tsx'), 'ChannelScreen'),
  }),
  createRoute({ getParentRoute, path: '$channel/orders', component: OrdersScreen, validateSearch: ordersSearch }),
  createRoute({ getParentRoute, path: '$channel/mails', component: MailLogScreen, validateSearch: mailSearch }),
  createRoute({
    getParentRoute,
    path: '$channel/outbox', // an earlier address
    validateSearch: mailSearch,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: '/$channel/mails', params, search, replace: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: '$channel/outbox/$mail', // an earlier address
    params: numericMail,
    validateSearch: mailSearch,
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: '/$channel/mails/$mail', params, search, replace: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: '$channel/pictures',
    component: lazyRouteComponent(() => import('../features/pictures/pictures-screen.tsx'), 'PicturesScreen'),
  }),
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
    path: '$channel/texts',
    component: lazyRouteComponent(() => import('../features/texts/texts-screen.tsx'), 'TextsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/texts/$text',
    component: lazyRouteComponent(() => import('../features/texts/text-screen.tsx'), 'TextScreen'),
    validateSearch: formSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/legal/$kind',
    component: lazyRouteComponent(() => import('../features/texts/legal-page-screen.tsx'), 'LegalPageScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/languages',
    component: lazyRouteComponent(() => import('../features/languages/languages-screen.tsx'), 'LanguagesScreen'),
    validateSearch: languagesSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/answers',
    component: lazyRouteComponent(() => import('../features/answers/answered-forms-screen.tsx'), 'AnsweredFormsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '$channel/answers/$form',
    component: lazyRouteComponent(() => import('../features/answers/answers-screen.tsx'), 'AnswersScreen'),
    validateSearch: periodSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/answers/$form/$answer',
    component: lazyRouteComponent(() => import('../features/answers/answer-screen.tsx'), 'AnswerScreen'),
    // Where the list was, so that the way back leads there.
    validateSearch: periodSearch,
  }),
  createRoute({
    getParentRoute,
    path: '$channel/mails/$mail',
    component: MailScreen,
    params: numericMail,
    // Where the list was, so that the way back leads there.
    validateSearch: mailSearch,
  }),
] as const;
