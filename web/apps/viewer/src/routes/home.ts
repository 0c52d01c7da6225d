import { createRoute, redirect } from '@tanstack/react-router';
import { FilterPart } from '../features/home/lazy-filter-bar.tsx';
import { homeSearch } from '../game-filters/home-filter.ts';
import { lazyScreen } from '../loading/lazy-screen.tsx';
import { exactSearch } from './exact-search.ts';
import { getParentRoute } from './root.ts';

export const homeRoute = createRoute({
  getParentRoute,
  path: '/',
  component: lazyScreen(async () => (await import('../features/home/home-screen.tsx')).HomeScreen),
  validateSearch: exactSearch(homeSearch),
  // An address that names one game means its screen.
  beforeLoad: ({ location: { searchStr } }) => {
    const game = /[?&]event_id=(\d{1,15})\b/.exec(searchStr)?.[1];
    if (game) throw redirect({ to: '/watch/$id', params: { id: Number(game) }, replace: true });
  },
  loaderDeps: ({ search }) => ({ narrowed: Object.values(search).some((value) => value !== undefined) }),
  loader: ({ deps }) => (deps.narrowed ? FilterPart.preload() : undefined),
});
