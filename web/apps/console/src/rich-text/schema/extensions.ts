import type { Extensions } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { DefinitionList, Description, Term } from './definition-list.ts';
import { BulletList, ListItem, OrderedList } from './lists.ts';
import { Link, Small, Subscript, Superscript } from './marks.ts';
import { Figure, Picture } from './pictures.ts';
import { Table, TableCell, TableHeader, TableRow } from './tables.ts';

const LEVELS = [2, 3, 4] as const;

/** Pages begin below their own `h1`; what is pasted from elsewhere takes the nearest level. */
const Headings = Heading.extend({
  parseHTML: () => [
    ...LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
    { tag: 'h1', attrs: { level: 2 } },
    { tag: 'h5', attrs: { level: 4 } },
    { tag: 'h6', attrs: { level: 4 } },
  ],
}).configure({ levels: [...LEVELS] });

/** One by one, equal to `ALLOWED` of `crates/domain/src/html.rs`: whatever is not here cannot be written. */
export const EXTENSIONS: Extensions = [
  Document,
  Paragraph,
  Text,
  Headings,
  HardBreak,
  HorizontalRule,
  BulletList,
  OrderedList,
  ListItem,
  DefinitionList,
  Term,
  Description,
  Blockquote,
  Table,
  TableRow,
  TableCell,
  TableHeader,
  Picture,
  Figure,
  Link,
  Bold,
  Italic,
  Small,
  Subscript,
  Superscript,
  UndoRedo,
  Gapcursor,
  Dropcursor,
];
