import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import type { ReactNode } from 'react';

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  /** What can be done with all that is selected. */
  readonly children: ReactNode;
}

/** Says how many rows are selected, and what can be done with them. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const t = useConsoleT();
  return (
    <div role="group" aria-label={t('list.selection')} className="mt-4 flex min-h-11 flex-wrap items-center gap-3">
      <output className="text-sm text-muted tabular-nums">{count > 0 && t('list.selected', { count })}</output>
      {count > 0 && (
        <>
          {children}
          <Button variant="quiet" size="small" className="min-h-11" onClick={onClear}>
            {t('list.clearSelection')}
          </Button>
        </>
      )}
    </div>
  );
}
