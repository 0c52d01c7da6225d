import { Node } from '@tiptap/core';
import { tableEditing } from '@tiptap/pm/tables';

/** What rules of tables know these nodes as. */
const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

/** Rows are its only children, as the rules of tables have it; its caption is an attribute. */
export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: ROLES[name] }),
  addAttributes: () => ({
    caption: {
      default: '',
      rendered: false,
      parseHTML: (table) => table.querySelector(':scope > caption')?.textContent ?? '',
    },
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: ({ node }) => {
    const { caption } = node.attrs;
    if (caption === '') return ['table', ['tbody', 0]];
    return ['table', ['caption', { contenteditable: 'false' }, String(caption)], ['tbody', 0]];
  },
  addProseMirrorPlugins: () => [tableEditing()],
});

/** Remembers that it is of the head. `headRows` puts it there. */
export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({
    isHead: {
      default: false,
      parseHTML: (row) => row.parentElement?.localName === 'thead' || row.dataset['part'] === 'head',
      renderHTML: ({ isHead }) => (isHead ? { 'data-part': 'head' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
});

const span = (name: string) => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => spanOf(cell.getAttribute(name)),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

function spanOf(written: string | null): number {
  return written !== null && /^[1-9]\d{0,2}$/.test(written) ? Number(written) : 1;
}

export const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }),
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

export const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({ scope: { default: null }, colspan: span('colspan'), rowspan: span('rowspan') }),
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

/** Moves the rows that lead and are of the head into one. */
export function headRows(root: HTMLElement): void {
  for (const body of root.querySelectorAll('tbody')) {
    const firstOfBody = [...body.children].findIndex((row) => !(row instanceof HTMLElement && row.dataset['part']));
    const rows = [...body.children].slice(0, firstOfBody === -1 ? body.childElementCount : firstOfBody);
    if (rows.length === 0) continue;
    const head = root.ownerDocument.createElement('thead');
    head.append(...rows);
    body.before(head);
    if (body.childElementCount === 0) body.remove();
  }
}
