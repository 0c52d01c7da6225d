import { type Editor, Node } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

export const DefinitionList = Node.create({
  name: 'definitionList',
  group: 'block',
  content: '(term | description)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: () => ['dl', 0],
});

export const Term = Node.create({
  name: 'term',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: () => ['dt', 0],
  addKeyboardShortcuts() {
    return { Enter: () => leaveList(this.editor) || describeTerm(this.editor) };
  },
});

export const Description = Node.create({
  name: 'description',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: () => ['dd', 0],
  addKeyboardShortcuts() {
    return { Enter: () => beginTerm(this.editor) };
  },
});

/** Enter at the end of a term: its description. */
function describeTerm({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const isAtEnd = $from.parent.type.name === 'term' && $from.parentOffset === $from.parent.content.size;
  const description = state.schema.nodes['description']?.createAndFill();
  if (!(empty && isAtEnd && description)) return false;
  const end = $from.after();
  const change = state.tr.insert(end, description);
  view.dispatch(change.setSelection(TextSelection.create(change.doc, end + 2)).scrollIntoView());
  return true;
}

/** Enter in an empty last paragraph of a description: the next term in its place. */
function beginTerm({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  const description = $from.node(-1);
  if (!empty || $from.parent.content.size > 0 || description.type.name !== 'description') return false;
  const isLast = $from.index(-1) === description.childCount - 1;
  const term = state.schema.nodes['term']?.create();
  if (!isLast || !term) return false;
  const isOnly = description.childCount === 1;
  const begin = isOnly ? $from.before(-1) : $from.after(-1) - $from.parent.nodeSize;
  const change = state.tr;
  if (isOnly) change.replaceWith(begin, $from.after(-1), term);
  else change.delete($from.before(), $from.after()).insert(begin, term);
  view.dispatch(change.setSelection(TextSelection.create(change.doc, begin + 1)).scrollIntoView());
  return true;
}

/** Enter in an empty last term: a paragraph after the list. */
function leaveList({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type.name !== 'term' || $from.parent.content.size > 0) return false;
  const list = $from.node(-1);
  const paragraph = state.schema.nodes['paragraph']?.create();
  if ($from.index(-1) !== list.childCount - 1 || !paragraph) return false;
  const isOnly = list.childCount === 1;
  const begin = isOnly ? $from.before(-1) : $from.before() + 1;
  const change = state.tr;
  if (isOnly) change.replaceWith(begin, $from.after(-1), paragraph);
  else change.delete($from.before(), $from.after()).insert(begin, paragraph);
  view.dispatch(change.setSelection(TextSelection.create(change.doc, begin + 1)).scrollIntoView());
  return true;
}
