import { createRoute } from '@tanstack/react-router';
import type { ProfileSearch } from '../features/profile/profile-search.ts';
import { accountScreen } from '../loading/lazy-screen-with-messages.ts';
import { loginSearch } from '../navigation/login-address.ts';
import { exactSearch } from './exact-search.ts';
import { getParentRoute } from './root.ts';

const loadProfile = () => import('../features/profile/profile-screens.ts');

export const profileRoutes = [
  createRoute({
    getParentRoute,
    path: 'profile',
    component: accountScreen(loadProfile, 'ProfileScreen'),
    validateSearch: (query: ProfileSearch) => query,
  }),
  createRoute({
    getParentRoute,
    path: 'profile/edit',
    component: accountScreen(loadProfile, 'EditProfileScreen'),
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'activate',
    component: accountScreen(loadProfile, 'ActivateScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'confirm-account-deletion',
    component: accountScreen(loadProfile, 'DeletionScreen'),
  }),
] as const;
