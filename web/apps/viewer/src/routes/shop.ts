import { createRoute } from '@tanstack/react-router';
import type { BuySearch } from '../commerce/buy-search.ts';
import { passesScreen, shopScreen } from '../loading/lazy-screen-with-messages.ts';
import { loginSearch } from '../navigation/login-address.ts';
import { exactSearch } from './exact-search.ts';
import { getParentRoute } from './root.ts';
import { numericId } from './route-params.ts';

export const shopRoutes = [
  createRoute({
    getParentRoute,
    path: 'packages',
    component: passesScreen(() => import('../features/packages/packages-screen.tsx'), 'PackagesScreen'),
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'select-package/$id',
    component: shopScreen(() => import('../features/packages/select-package-screen.tsx'), 'SelectPackageScreen'),
    params: numericId,
    validateSearch: (query: Pick<BuySearch, 'event_id'>) => query,
  }),
  createRoute({
    getParentRoute,
    path: 'buy',
    component: shopScreen(() => import('../features/checkout/checkout-screen.tsx'), 'CheckoutScreen'),
    validateSearch: (query: BuySearch) => query,
  }),
] as const;
