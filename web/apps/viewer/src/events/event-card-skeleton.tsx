import { Skeleton } from '@touchline/ui';

/** The box of an event card, to the line. */
export function EventCardSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="aspect-video rounded-card" />
      <Skeleton className="mt-3 h-5 w-4/5" />
      <Skeleton className="mt-1 h-4.5 w-3/5" />
    </div>
  );
}
