import { Skeleton } from '@touchline/ui';

/** The box of the calendar: its month and the days' names over six weeks, or on a phone one week and the way to the rest. */
export function CalendarSkeleton() {
  return (
    <div aria-hidden className="rounded-sheet bg-surface p-3 sm:p-4">
      <Skeleton className="mb-2 h-9" />
      <Skeleton className="h-28 lg:h-80.5" />
    </div>
  );
}
