import { Skeleton } from '@touchline/ui';

/** The box of a short list. */
export function RowsSkeleton() {
  return (
    <div aria-hidden className="grid gap-px">
      <Skeleton className="h-17 rounded-card" />
      <Skeleton className="h-17 rounded-card" />
    </div>
  );
}
