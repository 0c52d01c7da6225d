import { useConsoleT } from '@touchline/i18n';
import { Skeleton } from '@touchline/ui';

/** Shown while a list loads. */
export function RowsSkeleton() {
  const t = useConsoleT();
  return (
    <div aria-busy className="mt-6 grid gap-2">
      <output className="sr-only">{t('console.loading')}</output>
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
