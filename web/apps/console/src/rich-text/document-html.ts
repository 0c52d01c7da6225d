import { getSchema } from '@tiptap/core';
import { DOMParser, DOMSerializer, type Node } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { allowedContent, allowedPart } from './allowed-html.ts';
import { EXTENSIONS } from './schema/extensions.ts';
import { headRows } from './schema/tables.ts';
import { tidy } from './tidy-html.ts';

const schema = getSchema(EXTENSIONS);
const parser = DOMParser.fromSchema(schema);
const serializer = DOMSerializer.fromSchema(schema);

/** The document that the editor makes of this HTML; null where it would not be the same any more. */
export function documentOf(html: string): Node | null {
  const body = tidy(allowedContent(html).body);
  const node = parser.parse(body, { preserveWhitespace: 'full' });
  const isMended = fixTables(EditorState.create({ doc: node })) !== undefined;
  return isMended || htmlOf(node) !== body.innerHTML ? null : node;
}

interface Layout {
  /** Blocks, items and rows on lines of their own. */
  readonly inLines?: boolean;
}

/** Tidy HTML of a document; nothing where it is empty. */
export function htmlOf(node: Node, { inLines = false }: Layout = {}): string {
  const page = document.implementation.createHTMLDocument();
  serializer.serializeFragment(node.content, { document: page }, page.body);
  headRows(page.body);
  const body = tidy(allowedPart(page.body).body);
  if (inLines) breakLines(body);
  return body.innerHTML.trim();
}

const BLOCKS = 'p, h2, h3, h4, hr, ul, ol, li, dl, dt, dd, blockquote, table, thead, tbody, tr, figure';

function breakLines(body: HTMLElement): void {
  for (const block of body.querySelectorAll(BLOCKS)) block.before('\n');
}
