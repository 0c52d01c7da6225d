import { createRoute } from '@tanstack/react-router';
import { accountScreen } from '../loading/lazy-screen-with-messages.ts';
import { loginSearch } from '../navigation/login-address.ts';
import { exactSearch } from './exact-search.ts';
import { getParentRoute } from './root.ts';

/** All of them are one chunk: a login may need any. */
const loadAuth = () => import('../features/auth/auth-screens.ts');

export const authRoutes = [
  createRoute({
    getParentRoute,
    path: 'login',
    component: accountScreen(loadAuth, 'LoginScreen'),
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'registration',
    component: accountScreen(loadAuth, 'RegistrationScreen'),
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'verify-notice',
    component: accountScreen(loadAuth, 'VerifyNoticeScreen'),
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'verify-email',
    component: accountScreen(loadAuth, 'VerifyEmailScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'password-reset-request',
    component: accountScreen(loadAuth, 'PasswordResetRequestScreen'),
  }),
  createRoute({
    getParentRoute,
    path: 'password-reset',
    component: accountScreen(loadAuth, 'PasswordResetScreen'),
  }),
] as const;
