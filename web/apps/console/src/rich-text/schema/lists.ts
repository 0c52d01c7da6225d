import { Node, wrappingInputRule } from '@tiptap/core';

function list(name: string, tag: string, typed: RegExp): Node {
  return Node.create({
    name,
    group: 'block list',
    content: 'listItem+',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addInputRules() {
      return [wrappingInputRule({ find: typed, type: this.type })];
    },
  });
}

export const BulletList = list('bulletList', 'ul', /^[-+*]\s$/);
/** Numbered from one, because the server keeps no attributes of a list. */
export const OrderedList = list('orderedList', 'ol', /^1[.)]\s$/);

/** Its keys leave out Tab, which leads out of the editor as out of every field. */
export const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    };
  },
});
