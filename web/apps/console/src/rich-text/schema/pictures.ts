import { Node } from '@tiptap/core';
import { isPictureAddress } from '../addresses.ts';

const attributes = () => ({
  src: { default: null },
  alt: { default: '' },
  width: { default: null },
  height: { default: null },
});

function pictureAttributes(picture: Element) {
  if (!isPictureAddress(picture.getAttribute('src') ?? '')) return false;
  const [src, alt, width, height] = ['src', 'alt', 'width', 'height'].map((name) => picture.getAttribute(name));
  return { src, alt: alt ?? '', width, height };
}

function captionOf(figure: globalThis.Node): HTMLElement {
  const caption = figure instanceof Element ? figure.querySelector<HTMLElement>(':scope > figcaption') : null;
  return caption ?? document.createElement('figcaption');
}

/** A picture among words, or alone in its paragraph. */
export const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: attributes,
  parseHTML: () => [{ tag: 'img[src]', getAttrs: pictureAttributes }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** A picture with its caption below, which is the text that can be edited. */
export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  defining: true,
  draggable: true,
  addAttributes: attributes,
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (figure) => {
        const [picture, caption, ...more] = figure.children;
        const isKnown = picture?.localName === 'img' && (!caption || caption.localName === 'figcaption');
        return isKnown && more.length === 0 && pictureAttributes(picture);
      },
      contentElement: captionOf,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'figure',
    ['img', { ...HTMLAttributes, contenteditable: 'false' }],
    ['figcaption', 0],
  ],
});
