import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import type { Column } from './columns.ts';

interface ColumnChooserProps<T> {
  readonly columns: readonly Column<T>[];
  readonly hidden: readonly string[];
  readonly onHide: (hidden: readonly string[]) => void;
}

/** Which columns a table shows. */
export function ColumnChooser<T>({ columns, hidden, onHide }: ColumnChooserProps<T>) {
  const t = useConsoleT();
  const id = useId();
  const others = (column: string) => hidden.filter((one) => one !== column);
  return (
    <>
      <Button variant="secondary" size="small" className="min-h-11" popoverTarget={id}>
        <Columns3 aria-hidden size={16} />
        {t('list.columns')}
      </Button>
      <div id={id} popover="auto" className="column-panel">
        <fieldset>
          <legend className="px-3 pt-1 text-sm text-muted">{t('list.columns')}</legend>
          {columns
            .filter(({ isFixed }) => !isFixed)
            .map((column) => (
              <label key={column.id} className="panel-link">
                <input
                  type="checkbox"
                  checked={!hidden.includes(column.id)}
                  className="size-5 shrink-0 accent-accent"
                  onChange={({ currentTarget }) =>
                    onHide(currentTarget.checked ? others(column.id) : [...others(column.id), column.id])
                  }
                />
                {t(column.title)}
              </label>
            ))}
        </fieldset>
      </div>
    </>
  );
}
