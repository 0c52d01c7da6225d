import { parseInertly } from './trusted-html.ts';

/** `ALLOWED` of `crates/domain/src/html.rs`: elements and their attributes. */
export const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ...'h2 h3 h4 p br hr ul ol li dl dt dd strong b em i blockquote table thead tbody tr caption'
    .split(' ')
    .map((name): [string, string[]] => [name, []]),
  ...'figure figcaption small sub sup'.split(' ').map((name): [string, string[]] => [name, []]),
  ['a', ['href']],
  ['img', ['src', 'alt', 'width', 'height']],
  ['th', ['scope', 'colspan', 'rowspan']],
  ['td', ['colspan', 'rowspan']],
]);

/** Elements that go with all that is in them; of others that are not allowed the content stays. */
const GONE_WITH_CONTENT = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'svg', 'math']);
const SCHEMES = new Set(['https:', 'http:', 'mailto:', 'tel:']);
const ANY_SITE = 'https://site.invalid';

export interface AllowedContent {
  /** Belongs to a document without a window. */
  readonly body: HTMLElement;
  /** What was left out: names of elements in angle brackets, and of attributes. */
  readonly dropped: ReadonlySet<string>;
}

/** What the server will keep of this HTML. */
export function allowedContent(html: string): AllowedContent {
  return allowedPart(parseInertly(html));
}

/** A copy with nothing in it that is not on the list. */
export function allowedPart(source: HTMLElement): AllowedContent {
  const dropped = new Set<string>();
  const body = source.ownerDocument.createElement('body');
  copyAllowed(source, body, dropped);
  return { body, dropped };
}

function copyAllowed(source: Element, target: Element, dropped: Set<string>): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) target.append(child.cloneNode());
    if (!isElement(child)) continue;
    const attributes = ALLOWED.get(child.localName);
    if (attributes) {
      const copy = source.ownerDocument.createElement(child.localName);
      copyAttributes(child, copy, attributes, dropped);
      target.append(copy);
      copyAllowed(child, copy, dropped);
      continue;
    }
    dropped.add(`<${child.localName}>`);
    if (!GONE_WITH_CONTENT.has(child.localName)) copyAllowed(child, target, dropped);
  }
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function copyAttributes(source: Element, target: Element, allowed: readonly string[], dropped: Set<string>): void {
  for (const name of allowed) {
    // A picture without words is one that says nothing.
    const value = source.getAttribute(name) ?? (name === 'alt' ? '' : null);
    if (value === null) continue;
    if ((name === 'href' || name === 'src') && !isAllowedAddress(value)) dropped.add(name);
    else target.setAttribute(name, value);
  }
  for (const { name } of source.attributes) {
    // The server adds it to each link by itself.
    const isOurs = name === 'rel' && source.localName === 'a';
    if (!allowed.includes(name) && !isOurs) dropped.add(name);
  }
}

/** The server lets relative addresses pass, whatever they are. */
function isAllowedAddress(address: string): boolean {
  const url = URL.parse(address);
  return url ? SCHEMES.has(url.protocol) : URL.canParse(address, ANY_SITE);
}
