import { useConsoleT } from '@touchline/i18n';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import { type Column, hiddenColumns, hideColumns, nextSort, shownColumns, sortState } from './columns.ts';
import { rowProps, useAddressedRow } from './list-row.ts';
import './data-table.css';

interface DataTableProps<T> {
  /** Under this name the device remembers which columns are hidden. */
  readonly list: string;
  readonly label: string;
  readonly rows: readonly T[];
  readonly idOf: (row: T) => number;
  readonly columns: readonly Column<T>[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Beside the choice of columns. */
  readonly actions?: ReactNode;
}

/** A table with sorted and hidden columns; on a phone each row is a card. */
export function DataTable<T>({ list, label, rows, idOf, columns, sort, onSort, actions }: DataTableProps<T>) {
  const t = useConsoleT();
  const [hidden, setHidden] = useState(() => hiddenColumns(list));
  useAddressedRow(rows.length > 0);
  const hide = (now: readonly string[]) => {
    setHidden(now);
    hideColumns(list, now);
  };
  const shown = shownColumns(columns, hidden);
  return (
    <>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {actions}
        <ColumnChooser columns={columns} hidden={hidden} onHide={hide} />
      </div>
      <table aria-label={label} className="data-table">
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.id} scope="col" aria-sort={sortState(column.sort, sort)}>
                <Head column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} {...rowProps(idOf(row))}>
              {shown.map((column) => (
                <td key={column.id} data-title={t(column.title)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface HeadProps<T> {
  readonly column: Column<T>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function Head<T>({ column: { title, sort: by }, sort, onSort }: HeadProps<T>) {
  const t = useConsoleT();
  if (!by) return t(title);
  const Arrow = sort === by.up ? ArrowUp : ArrowDown;
  return (
    <button type="button" className="data-table-sort" onClick={() => onSort(nextSort(by, sort))}>
      {t(title)}
      <Arrow aria-hidden size={14} className={sort === by.up || sort === by.down ? '' : 'invisible'} />
    </button>
  );
}
