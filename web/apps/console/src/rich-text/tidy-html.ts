/**
 * One way to write what can be written in several ways: `strong` for `b`, no spaces that nobody sees, a fixed order of
 * nested marks, paragraphs around bare text, and none around the only text of an item or a cell.
 */

/** From the outermost to the innermost. */
const MARKS = ['a', 'strong', 'em', 'small', 'sub', 'sup'];
const SYNONYMS: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };
const INLINE = new Set([...MARKS, ...Object.keys(SYNONYMS), 'br', 'img']);
const TEXT_BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'dt', 'figcaption', 'caption']);
const FLOWS = new Set(['li', 'dd', 'td', 'th', 'blockquote', 'body']);
/** Hold one paragraph's text without the paragraph. */
const COMPACT = new Set(['li', 'dd', 'td', 'th']);
const NAMES_OF_OTHERS = new Set(['figcaption', 'caption']);

/** A piece of text, a picture, a line break, or a block where none should be; with the marks around it. */
interface Leaf {
  readonly node: Node;
  readonly marks: readonly Element[];
}

/** A tidy copy of content that is on the list. */
export function tidy(body: Element): HTMLElement {
  const copy = body.ownerDocument.createElement('body');
  copyFlow(body, copy);
  return copy;
}

function tidyBlock(source: Element): Element {
  const copy = copyOf(source);
  if (TEXT_BLOCKS.has(source.localName)) appendLeaves(copy, withoutNeedlessSpaces(leavesIn(source, [])));
  else if (FLOWS.has(source.localName)) copyFlow(source, copy);
  else copyParts(source, copy);
  return copy;
}

/** Paragraphs and other blocks. */
function copyFlow(source: Element, target: Element): void {
  let run: Leaf[] = [];
  const endRun = () => {
    const leaves = withoutNeedlessSpaces(run);
    run = [];
    if (leaves.length === 0) return;
    const paragraph = target.ownerDocument.createElement('p');
    appendLeaves(paragraph, leaves);
    target.append(paragraph);
  };
  for (const child of source.childNodes) {
    if (isElement(child) && !INLINE.has(child.localName)) {
      endRun();
      target.append(tidyBlock(child));
    } else {
      run.push(...leavesOf(child, []));
    }
  }
  endRun();
  unwrapOnlyParagraph(target);
}

function unwrapOnlyParagraph(container: Element): void {
  const first = container.firstElementChild;
  if (first?.localName !== 'p') return;
  const isAlone = container.childElementCount === 1;
  if (isAlone && !first.hasChildNodes()) first.remove();
  if (!COMPACT.has(container.localName) || !first.hasChildNodes()) return;
  const paragraphs = [...container.children].filter(({ localName }) => localName === 'p');
  if (paragraphs.length === 1) first.replaceWith(...first.childNodes);
}

/** Elements between which text has no place: rows, items, the parts of a figure. */
function copyParts(source: Element, target: Element): void {
  for (const child of source.childNodes) {
    if (isElement(child) && !INLINE.has(child.localName)) {
      const part = tidyBlock(child);
      if (part.hasChildNodes() || !NAMES_OF_OTHERS.has(part.localName)) target.append(part);
    } else {
      appendLeaves(target, withoutNeedlessSpaces(leavesOf(child, [])));
    }
  }
}

function leavesIn(parent: Element, marks: readonly Element[]): Leaf[] {
  return [...parent.childNodes].flatMap((child) => leavesOf(child, marks));
}

function leavesOf(node: Node, marks: readonly Element[]): Leaf[] {
  if (!isElement(node)) return [{ node: node.cloneNode(), marks }];
  if (!INLINE.has(node.localName)) return [{ node: tidyBlock(node), marks }];
  if (node.localName === 'br' || node.localName === 'img') return [{ node: copyOf(node), marks }];
  // An anchor without an address is none.
  if (node.localName === 'a' && !node.hasAttribute('href')) return leavesIn(node, marks);
  return leavesIn(node, [...marks, copyOf(node)].toSorted(byRank));
}

function byRank(one: Element, other: Element): number {
  return MARKS.indexOf(one.localName) - MARKS.indexOf(other.localName);
}

/** As CSS collapses them: one between words, none at the ends of a line. */
function withoutNeedlessSpaces(leaves: readonly Leaf[]): Leaf[] {
  const kept: Leaf[] = [];
  let isAfterSpace = true;
  const trimEnd = () => {
    for (let last = kept.at(-1); last && isText(last.node); last = kept.at(-1)) {
      last.node.data = last.node.data.replace(/ $/, '');
      if (last.node.data !== '') return;
      kept.pop();
    }
  };
  for (const leaf of leaves) {
    if (isText(leaf.node)) {
      const collapsed = leaf.node.data.replaceAll(/[ \t\r\n\f]+/g, ' ');
      leaf.node.data = isAfterSpace ? collapsed.replace(/^ /, '') : collapsed;
      if (leaf.node.data === '') continue;
      isAfterSpace = leaf.node.data.endsWith(' ');
    } else {
      isAfterSpace = leaf.node.nodeName === 'BR';
      if (isAfterSpace) trimEnd();
    }
    kept.push(leaf);
  }
  trimEnd();
  return kept;
}

/** Neighbours share the elements of the marks that they have in common. */
function appendLeaves(parent: Element, leaves: readonly Leaf[]): void {
  let open: Element[] = [];
  for (const { node, marks } of leaves) {
    const differing = marks.findIndex((mark, depth) => !open[depth]?.cloneNode().isEqualNode(mark));
    open = open.slice(0, differing === -1 ? marks.length : differing);
    for (const mark of marks.slice(open.length)) {
      const element = copyOf(mark);
      (open.at(-1) ?? parent).append(element);
      open.push(element);
    }
    (open.at(-1) ?? parent).append(node);
  }
  parent.normalize();
}

function copyOf(source: Element): Element {
  const copy = source.ownerDocument.createElement(SYNONYMS[source.localName] ?? source.localName);
  for (const { name, value } of source.attributes) if (!isDefault(name, value)) copy.setAttribute(name, value);
  return copy;
}

function isDefault(name: string, value: string): boolean {
  return (name === 'colspan' || name === 'rowspan') && value === '1';
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE;
}
