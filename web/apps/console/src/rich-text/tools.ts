import type { Editor } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import type { ConsoleTranslate } from '@touchline/i18n';
import {
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  Bold,
  Captions,
  Grid2x2X,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Italic,
  Link,
  List,
  ListIndentDecrease,
  ListIndentIncrease,
  ListOrdered,
  type LucideIcon,
  PanelTop,
  Redo2,
  Table,
  TableColumnsSplit,
  TableRowsSplit,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { isHeadRow, newTable, toggleHeadRow } from './table-commands.ts';

export type DialogName = 'link' | 'picture' | 'caption';

interface Tool {
  readonly label: Extract<Parameters<ConsoleTranslate>[0], `richText.tool.${string}`>;
  readonly Icon: LucideIcon;
  /** Only of what can be switched on and off. */
  readonly isPressed?: (editor: Editor) => boolean;
  readonly isPossible?: (editor: Editor) => boolean;
  readonly action: DialogName | ((editor: Editor) => void);
}

function heading(level: 2 | 3 | 4): Pick<Tool, 'isPressed' | 'action'> {
  return {
    isPressed: (editor) => editor.isActive('heading', { level }),
    action: (editor) => editor.commands.toggleHeading({ level }),
  };
}

function onTable(command: Command): Pick<Tool, 'action' | 'isPossible'> {
  return {
    action: ({ state, view }) => command(state, view.dispatch),
    isPossible: ({ state }) => command(state),
  };
}

/** In groups, as they stand in the toolbar. */
export const TOOLS: readonly (readonly Tool[])[] = [
  [
    { label: 'richText.tool.heading', Icon: Heading2, ...heading(2) },
    { label: 'richText.tool.subheading', Icon: Heading3, ...heading(3) },
    { label: 'richText.tool.smallHeading', Icon: Heading4, ...heading(4) },
  ],
  [
    {
      label: 'richText.tool.bold',
      Icon: Bold,
      isPressed: (editor) => editor.isActive('bold'),
      action: (editor) => editor.commands.toggleBold(),
    },
    {
      label: 'richText.tool.italic',
      Icon: Italic,
      isPressed: (editor) => editor.isActive('italic'),
      action: (editor) => editor.commands.toggleItalic(),
    },
    { label: 'richText.tool.link', Icon: Link, isPressed: (editor) => editor.isActive('link'), action: 'link' },
  ],
  [
    {
      label: 'richText.tool.bullets',
      Icon: List,
      isPressed: (editor) => editor.isActive('bulletList'),
      action: (editor) => editor.commands.toggleList('bulletList', 'listItem'),
    },
    {
      label: 'richText.tool.numbers',
      Icon: ListOrdered,
      isPressed: (editor) => editor.isActive('orderedList'),
      action: (editor) => editor.commands.toggleList('orderedList', 'listItem'),
    },
    {
      label: 'richText.tool.deeper',
      Icon: ListIndentIncrease,
      isPossible: (editor) => editor.can().sinkListItem('listItem'),
      action: (editor) => editor.commands.sinkListItem('listItem'),
    },
    {
      label: 'richText.tool.shallower',
      Icon: ListIndentDecrease,
      isPossible: (editor) => editor.can().liftListItem('listItem'),
      action: (editor) => editor.commands.liftListItem('listItem'),
    },
    {
      label: 'richText.tool.quote',
      Icon: TextQuote,
      isPressed: (editor) => editor.isActive('blockquote'),
      action: (editor) => editor.commands.toggleBlockquote(),
    },
  ],
  [
    { label: 'richText.tool.picture', Icon: Image, action: 'picture' },
    {
      label: 'richText.tool.table',
      Icon: Table,
      isPossible: (editor) => !editor.isActive('table'),
      action: (editor) => editor.chain().insertContentAt(editor.state.selection.to, newTable()).focus().run(),
    },
  ],
  [
    {
      label: 'richText.tool.undo',
      Icon: Undo2,
      isPossible: (editor) => editor.can().undo(),
      action: (editor) => editor.commands.undo(),
    },
    {
      label: 'richText.tool.redo',
      Icon: Redo2,
      isPossible: (editor) => editor.can().redo(),
      action: (editor) => editor.commands.redo(),
    },
  ],
];

/** There only while the cursor is in a table. */
export const TABLE_TOOLS: readonly Tool[] = [
  {
    label: 'richText.tool.headRow',
    Icon: PanelTop,
    isPressed: ({ state }) => isHeadRow(state),
    action: ({ state, view }) => toggleHeadRow(state, view.dispatch),
  },
  { label: 'richText.tool.addRow', Icon: BetweenHorizontalEnd, ...onTable(addRowAfter) },
  { label: 'richText.tool.addColumn', Icon: BetweenVerticalEnd, ...onTable(addColumnAfter) },
  { label: 'richText.tool.deleteRow', Icon: TableRowsSplit, ...onTable(deleteRow) },
  { label: 'richText.tool.deleteColumn', Icon: TableColumnsSplit, ...onTable(deleteColumn) },
  { label: 'richText.tool.caption', Icon: Captions, action: 'caption' },
  {
    label: 'richText.tool.deleteTable',
    Icon: Grid2x2X,
    action: (editor) => {
      deleteTable(editor.state, editor.view.dispatch);
      // Its own button has gone with the table.
      editor.commands.focus();
    },
  },
];
