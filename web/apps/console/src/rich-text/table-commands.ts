import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { Command, EditorState } from '@tiptap/pm/state';
import { findTable } from '@tiptap/pm/tables';

const COLUMNS = 3;

function row(cell: 'tableHeader' | 'tableCell'): JSONContent {
  const cells = Array.from({ length: COLUMNS }, () => ({ type: cell, content: [{ type: 'paragraph' }] }));
  return { type: 'tableRow', attrs: { isHead: cell === 'tableHeader' }, content: cells };
}

/** A head and two rows. */
export function newTable(): JSONContent {
  return { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] };
}

interface Place {
  readonly node: Node;
  readonly pos: number;
}

/** The table around the cursor. */
export function currentTable({ selection }: EditorState): Place | null {
  return findTable(selection.$from);
}

export function isHeadRow(state: EditorState): boolean {
  return currentTable(state)?.node.firstChild?.attrs['isHead'] === true;
}

/** Makes the first row the table's head, or an ordinary row. */
export const toggleHeadRow: Command = (state, dispatch) => {
  const table = currentTable(state);
  const first = table?.node.firstChild;
  if (!table || !first) return false;
  const isHead = first.attrs['isHead'] !== true;
  const type = state.schema.nodes[isHead ? 'tableHeader' : 'tableCell'];
  const begin = table.pos + 1;
  const change = state.tr.setNodeMarkup(begin, null, { isHead });
  // Neither changes a size, so that places stay.
  first.forEach((cell, offset) => change.setNodeMarkup(begin + 1 + offset, type, cell.attrs));
  dispatch?.(change);
  return true;
};

export function setCaption(caption: string): Command {
  return (state, dispatch) => {
    const table = currentTable(state);
    if (!table) return false;
    dispatch?.(state.tr.setNodeAttribute(table.pos, 'caption', caption));
    return true;
  };
}
