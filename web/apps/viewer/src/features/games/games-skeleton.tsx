import type { GamesView } from '@touchline/api';
import { Skeleton } from '@touchline/ui';
import { EventCardSkeleton } from '../../events/event-card-skeleton.tsx';

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];

/** The boxes of the first games. */
export function GamesSkeleton({ view }: { readonly view: GamesView }) {
  const [Box, className] = view === 'grid' ? [EventCardSkeleton, 'games-grid'] : [RowSkeleton, 'games-rows'];
  return (
    <div aria-hidden className="games-section">
      <div className="day-heading">
        <Skeleton className="h-7 w-40" />
      </div>
      <div className={className}>
        {PLACES.map((place) => (
          <Box key={place} />
        ))}
      </div>
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className="game-row">
      <Skeleton className="h-9.5 w-12" />
      <Skeleton className="hidden h-9 w-20 sm:block" />
      <div className="grid gap-1">
        <Skeleton className="h-5 w-4/5 max-w-80" />
        <Skeleton className="h-4 w-3/5 max-w-56" />
      </div>
    </div>
  );
}
