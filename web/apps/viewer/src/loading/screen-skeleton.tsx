import { Skeleton } from '@touchline/ui';

/** Stands in for a screen whose code is on its way. */
export function ScreenSkeleton() {
  return (
    <div aria-hidden className="grid gap-6 px-(--gutter) py-6">
      <Skeleton className="h-[clamp(14rem,36vw,34rem)] rounded-sheet" />
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}
