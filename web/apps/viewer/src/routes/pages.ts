import { createRoute, redirect } from '@tanstack/react-router';
import { contentScreen } from '../loading/lazy-screen-with-messages.ts';
import { findPage } from '../navigation/find-page.ts';
import { ownPageOr } from './own-page-or.tsx';
import { getParentRoute } from './root.ts';

const about = contentScreen(() => import('../features/pages/about-screen.tsx'), 'AboutScreen');
const legal = contentScreen(() => import('../features/pages/legal-screen.tsx'), 'LegalScreen');
const channelPage = contentScreen(() => import('../features/pages/channel-page-screen.tsx'), 'ChannelPageScreen');

export const pageRoutes = [
  createRoute({
    getParentRoute,
    path: 'faq',
    component: contentScreen(() => import('../features/pages/faq-screen.tsx'), 'FaqScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'contacts',
    component: contentScreen(() => import('../features/pages/form-screens.ts'), 'ContactsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'forms/$alias',
    component: contentScreen(() => import('../features/pages/form-screens.ts'), 'FormScreen'),
  }),
  createRoute({ getParentRoute, path: 'about', ...ownPageOr(about, channelPage) }),
  createRoute({ getParentRoute, path: 'privacy_policy', ...ownPageOr(legal, channelPage) }),
  createRoute({ getParentRoute, path: 'terms_conditions', ...ownPageOr(legal, channelPage) }),
  createRoute({
    getParentRoute,
    path: '404',
    component: contentScreen(() => import('../features/pages/not-found-screen.tsx'), 'NotFoundScreen'),
  }),
  /** The channel's own pages stand at addresses that its operator chose; any other path leads to /404. */
  createRoute({
    getParentRoute,
    path: '$',
    component: channelPage,
    beforeLoad: ({ context, location }) => {
      const address = location.pathname;
      if (!findPage(context.boot.bootstrap.pages, address)) throw redirect({ to: '/404', replace: true });
      return { address };
    },
  }),
] as const;
