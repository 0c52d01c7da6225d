import { Skeleton } from '@touchline/ui';
import { lazyScreen } from '../../loading/lazy-screen.tsx';

/** What home shows above the hero when it is narrowed; most visits begin without it. */
export const FilterPart = lazyScreen(
  async () => (await import('./home-filter-bar.tsx')).HomeFilterBar,
  () => (
    <div className="px-(--gutter) pt-4 md:pt-6">
      <Skeleton className="h-26 rounded-sheet" />
    </div>
  ),
);
