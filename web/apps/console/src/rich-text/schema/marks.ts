import { Mark } from '@tiptap/core';
import { isSafeLink } from '../addresses.ts';

function plainMark(name: string, tag: string): Mark {
  return Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] });
}

export const Small = plainMark('small', 'small');
export const Subscript = plainMark('subscript', 'sub');
export const Superscript = plainMark('superscript', 'sup');

/** A link to a safe address; of another one only the words stay. */
export const Link = Mark.create({
  name: 'link',
  // What is typed after a link does not belong to it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (isSafeLink(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});
