/** What a key does to the list on the screen; false where there is nothing to do. */
export function pressOnList(key: string, main: ParentNode, onRow: (row: HTMLElement) => void): boolean {
  const rows = [...main.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at];
  switch (key) {
    case 'j':
    case 'k': {
      const next = rows[nextPlace(at, key === 'j' ? 1 : -1, rows.length)];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
      if (next) onRow(next);
      return next !== undefined;
    }
    case 'x':
      return press(row?.querySelector<HTMLElement>('input[data-select]'));
    case 'Enter':
      // A link or a button in the row has its own Enter.
      return row === document.activeElement && press(row && mainLink(row));
    case 'e':
      return press(row && (row.querySelector<HTMLElement>('[data-edit]') ?? mainLink(row)));
    case 'n':
      return press(main.querySelector<HTMLElement>('[data-new]'));
    case 'f': {
      const field = main.querySelector<HTMLElement>('[role=search] input, [role=search] select');
      field?.focus();
      return field !== null;
    }
    default:
      return false;
  }
}

/** The place of the row after or before; at the ends it stays, and without one the first key takes the first row. */
export function nextPlace(at: number, step: 1 | -1, count: number): number {
  return Math.min(Math.max(at + step, 0), count - 1);
}

function mainLink(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('[data-open]') ?? row.querySelector<HTMLElement>('a[href], summary, button');
}

function press(element: HTMLElement | null | undefined): boolean {
  element?.click();
  return Boolean(element);
}
