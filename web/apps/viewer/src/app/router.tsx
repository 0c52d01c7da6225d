import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { homeSearch } from '../game-filters/home-filter.ts';
import { gamesSearch } from '../game-filters/games-search.ts';
import { librarySearch } from '../features/vod/library-search.ts';
import type { Opening } from '../features/games/games-screen.tsx';
import { Shell } from '../shell/shell.tsx';
import type { BuySearch } from '../commerce/buy-search.ts';
import type { RouterContext } from '../channel/router-context.ts';
import { FilterPart } from '../features/home/lazy-filter-bar.tsx';
import { exactSearch } from '../routes/exact-search.ts';
import { findPage } from '../navigation/find-page.ts';
import { scrollToHash } from './hash-scroll.ts';
import { rememberPage } from '../navigation/last-page.ts';
import { lazyScreen } from '../loading/lazy-screen.tsx';
import { loginSearch } from '../navigation/login-address.ts';
import { guardMove } from '../navigation/navigation-guard.ts';
import { ownPageOr } from '../features/pages/own-page.tsx';
import { ScreenError } from './screen-error.tsx';
import type { ProfileSearch } from '../features/profile/profile-search.ts';
import type { SimulateSearch } from '../routes/simulate-search.ts';
import { vodIdOf } from '../routes/vod-address.ts';
import { accountScreen, contentScreen, passesScreen, shopScreen } from '../loading/worded-screen.ts';

/** Each group of screens is a chunk of its own. */
const home = lazyScreen(async () => (await import('../features/home/home-screen.tsx')).HomeScreen);
const watch = contentScreen(async () => (await import('../features/watch/watch-screen.tsx')).WatchScreen);
const watchEmbed = contentScreen(
  async () => (await import('../features/watch/watch-embed-screen.tsx')).WatchEmbedScreen,
);
const simulate = contentScreen(async () => (await import('../features/watch/simulate-screen.tsx')).SimulateScreen);
const faq = contentScreen(async () => (await import('../features/pages/faq-screen.tsx')).FaqScreen);
const notFound = contentScreen(async () => (await import('../features/pages/not-found-screen.tsx')).NotFoundScreen);
const channelPage = contentScreen(
  async () => (await import('../features/pages/channel-page-screen.tsx')).ChannelPageScreen,
);
const loadGames = () => import('../features/games/games-screen.tsx');
const vodLibrary = contentScreen(async () => (await import('../features/vod/vod-library-screen.tsx')).VodLibraryScreen);
const vodItem = contentScreen(async () => (await import('../features/vod/vod-item-screen.tsx')).VodItemScreen);
const contacts = contentScreen(async () => (await import('../features/pages/contacts-screen.tsx')).ContactsScreen);
const about = contentScreen(async () => (await import('../features/pages/about-screen.tsx')).AboutScreen);
const legal = contentScreen(async () => (await import('../features/pages/legal-screen.tsx')).LegalScreen);
const loadAuth = () => import('../features/auth/auth-screens.ts');
const login = accountScreen(async () => (await loadAuth()).LoginScreen);
const registration = accountScreen(async () => (await loadAuth()).RegistrationScreen);
const verifyNotice = accountScreen(async () => (await loadAuth()).VerifyNoticeScreen);
const verifyEmail = accountScreen(async () => (await loadAuth()).VerifyEmailScreen);
const resetRequest = accountScreen(async () => (await loadAuth()).PasswordResetRequestScreen);
const reset = accountScreen(async () => (await loadAuth()).PasswordResetScreen);
const loadProfile = () => import('../features/profile/profile-screens.ts');
const profile = accountScreen(async () => (await loadProfile()).ProfileScreen);
const editProfile = accountScreen(async () => (await loadProfile()).EditProfileScreen);
const activate = accountScreen(async () => (await loadProfile()).ActivateScreen);
const deletion = accountScreen(async () => (await loadProfile()).DeletionScreen);
const moments = lazyScreen(async () => (await import('../features/clips/moments-screen.tsx')).loadMoments());
const libraryClip = lazyScreen(async () =>
  (await import('../features/clips/library-clip-screen.tsx')).loadLibraryClip(),
);
const sharedClip = lazyScreen(async () => (await import('../features/clips/shared-clip-screen.tsx')).loadSharedClip());
const embedClip = lazyScreen(async () => (await import('../features/clips/embed-clip-screen.tsx')).loadEmbedClip());
const packages = passesScreen(async () => (await import('../features/packages/packages-screen.tsx')).PackagesScreen);
const selectPackage = shopScreen(
  async () => (await import('../features/packages/select-package-screen.tsx')).SelectPackageScreen,
);
const checkout = shopScreen(async () => (await import('../features/checkout/checkout-screen.tsx')).CheckoutScreen);

/** The lists of games are one screen, which knows the parts of it that an address shows at once. */
const games = {
  component: contentScreen(async () => (await loadGames()).GamesScreen),
  validateSearch: exactSearch(gamesSearch),
  loader: (opening: Opening) =>
    loadGames().then(
      ({ loadParts }) => loadParts(opening),
      // The screen itself says so.
      () => {},
    ),
};

const root = createRootRouteWithContext<RouterContext>()({ component: Shell, beforeLoad: guardMove });
const getParentRoute = () => root;

const numericId = {
  parse: ({ id }: { id: string }) => {
    if (!/^\d{1,15}$/.test(id)) throw redirect({ to: '/404', replace: true });
    return { id: Number(id) };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

/** A clip with the word that opens it. */
const sharedId = {
  parse: ({ id, uuid }: { id: string; uuid: string }) => ({ ...numericId.parse({ id }), uuid }),
  stringify: ({ id, uuid }: { id: number; uuid: string }) => ({ ...numericId.stringify({ id }), uuid }),
};

const routeTree = root.addChildren([
  createRoute({
    getParentRoute,
    path: '/',
    component: home,
    validateSearch: exactSearch(homeSearch),
    // An address that names one game means its screen.
    beforeLoad: ({ location: { searchStr } }) => {
      const game = /[?&]event_id=(\d{1,15})\b/.exec(searchStr)?.[1];
      if (game) throw redirect({ to: '/watch/$id', params: { id: Number(game) }, replace: true });
    },
    loaderDeps: ({ search }) => ({ narrowed: Object.values(search).some((value) => value !== undefined) }),
    loader: ({ deps }) => (deps.narrowed ? FilterPart.preload() : undefined),
  }),
  createRoute({ getParentRoute, path: 'upcoming', ...games }),
  createRoute({ getParentRoute, path: 'live', ...games }),
  createRoute({ getParentRoute, path: 'vod', ...games }),
  createRoute({ getParentRoute, path: 'schedule', ...games }),
  createRoute({
    getParentRoute,
    path: 'vod_library',
    component: vodLibrary,
    validateSearch: exactSearch(librarySearch),
  }),
  createRoute({ getParentRoute, path: 'vod_library/$id', component: vodItem, params: numericId }),
  createRoute({
    getParentRoute,
    path: 'watch/$id',
    component: watch,
    params: numericId,
    beforeLoad: ({ location, params }) => {
      const id = vodIdOf(location.search, params.id);
      if (id === 'unknown') throw redirect({ to: '/404', replace: true });
      if (id !== null) throw redirect({ to: '/vod_library/$id', params: { id }, search: {}, replace: true });
    },
  }),
  createRoute({ getParentRoute, path: 'watch_embed/$id', component: watchEmbed, params: numericId }),
  createRoute({
    getParentRoute,
    path: 'moments',
    component: moments,
    validateSearch: (query: { readonly tag?: unknown }) => query,
  }),
  createRoute({ getParentRoute, path: 'watch_library/$id', component: libraryClip, params: numericId }),
  createRoute({ getParentRoute, path: 'share/$id/$uuid', component: sharedClip, params: sharedId }),
  createRoute({ getParentRoute, path: 'embed/clip/$id/$uuid', component: embedClip, params: sharedId }),
  createRoute({
    getParentRoute,
    path: 'simulate',
    component: simulate,
    validateSearch: (query: SimulateSearch) => query,
  }),
  createRoute({ getParentRoute, path: 'faq', component: faq }),
  createRoute({ getParentRoute, path: 'contacts', component: contacts }),
  createRoute({ getParentRoute, path: 'about', ...ownPageOr(about, channelPage) }),
  createRoute({ getParentRoute, path: 'privacy_policy', ...ownPageOr(legal, channelPage) }),
  createRoute({ getParentRoute, path: 'terms_conditions', ...ownPageOr(legal, channelPage) }),
  createRoute({
    getParentRoute,
    path: 'login',
    component: login,
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'registration',
    component: registration,
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({
    getParentRoute,
    path: 'verify-notice',
    component: verifyNotice,
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({ getParentRoute, path: 'verify-email', component: verifyEmail }),
  createRoute({ getParentRoute, path: 'password-reset-request', component: resetRequest }),
  createRoute({ getParentRoute, path: 'password-reset', component: reset }),
  createRoute({ getParentRoute, path: 'profile', component: profile, validateSearch: (query: ProfileSearch) => query }),
  createRoute({
    getParentRoute,
    path: 'profile/edit',
    component: editProfile,
    validateSearch: exactSearch(loginSearch),
  }),
  createRoute({ getParentRoute, path: 'activate', component: activate }),
  createRoute({ getParentRoute, path: 'confirm-account-deletion', component: deletion }),
  createRoute({ getParentRoute, path: 'packages', component: packages, validateSearch: exactSearch(loginSearch) }),
  createRoute({
    getParentRoute,
    path: 'select-package/$id',
    component: selectPackage,
    params: numericId,
    validateSearch: (query: Pick<BuySearch, 'event_id'>) => query,
  }),
  createRoute({ getParentRoute, path: 'buy', component: checkout, validateSearch: (query: BuySearch) => query }),
  createRoute({ getParentRoute, path: '404', component: notFound }),
  /** The channel's own pages stand at addresses that its operator chose; any other path leads to /404. */
  createRoute({
    getParentRoute,
    path: '$',
    component: channelPage,
    beforeLoad: ({ context, location }) => {
      const page = findPage(context.boot.bootstrap.pages, location.pathname);
      if (!page) throw redirect({ to: '/404', replace: true });
      return { page };
    },
  }),
]);

export function makeRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
    defaultHashScrollIntoView: false,
  });
  // The router takes out of the address what its screens do not read, so that it is looked for before.
  router.subscribe('onBeforeLoad', ({ toLocation: { pathname, search, searchStr } }) => {
    if (searchStr) void import('../shell/later.tsx').then(({ noteAddress }) => noteAddress(pathname, { ...search }));
  });
  router.subscribe('onResolved', ({ toLocation }) => {
    rememberPage(toLocation.href);
    scrollToHash(toLocation.hash);
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
