import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { OldColoursAddress } from '../features/colours/old-colours-address.tsx';
import { NewChannelScreen } from '../features/channels/new-channel-screen.tsx';
import { SetupScreen } from '../features/setup/setup-screen.tsx';
import { InvitationScreen } from '../features/invitation/invitation-screen.tsx';
import { invitationSearch } from '../features/invitation/invitation-search.ts';
import { StartScreen } from '../features/start/start-screen.tsx';
import { getParentRoute } from './root.ts';

/** What belongs to no channel. */
export const operatorRoutes = [
  createRoute({ getParentRoute, path: '/', component: StartScreen }),
  createRoute({ getParentRoute, path: 'colours', component: OldColoursAddress }),
  createRoute({
    getParentRoute,
    path: 'channels',
    component: lazyRouteComponent(() => import('../features/channels/channels-screen.tsx'), 'ChannelsScreen'),
    staticData: { isWithoutChannel: true },
  }),
  createRoute({
    getParentRoute,
    path: 'channels/import',
    component: lazyRouteComponent(() => import('../features/channels/import-screen.tsx'), 'ImportScreen'),
    staticData: { isWithoutChannel: true },
  }),
  createRoute({
    getParentRoute,
    path: 'channels/new',
    component: NewChannelScreen,
    staticData: { isWithoutChannel: true },
  }),
  createRoute({ getParentRoute, path: 'setup', component: SetupScreen, staticData: { isPublic: true } }),
  createRoute({
    getParentRoute,
    path: 'me',
    component: lazyRouteComponent(() => import('../features/me/me-screen.tsx'), 'MeScreen'),
    staticData: { isWithoutChannel: true },
  }),
  createRoute({ getParentRoute, path: 'invitation', component: InvitationScreen, validateSearch: invitationSearch }),
] as const;
