import { Skeleton } from '@touchline/ui';

/** The box of a short form. */
export function FormSkeleton() {
  return (
    <div aria-hidden className="grid gap-5">
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="mt-2 h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-36" />
      <Skeleton className="h-12 w-40 rounded-full" />
    </div>
  );
}
