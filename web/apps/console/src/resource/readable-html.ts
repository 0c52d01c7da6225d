import { parseInertly } from '../rich-text/trusted-html.ts';

const BLOCKS = new Set('P H2 H3 H4 UL OL LI DL DT DD BLOCKQUOTE TABLE CAPTION TR FIGURE FIGCAPTION DIV'.split(' '));

/** HTML as plain text: a line per block, links with their address, pictures with their description. */
export function readableHtml(html: string): string {
  return textOf(parseInertly(html))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\s]*/g, '\n')
    .trim();
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.nodeValue ?? '').replaceAll(/\s+/g, ' ');
  if (!(node instanceof Element)) return '';
  const inner = [...node.childNodes].map(textOf).join('');
  switch (node.tagName) {
    case 'BR':
      return '\n';
    case 'HR':
      return '\n———\n';
    case 'IMG':
      return `[${[node.getAttribute('alt'), node.getAttribute('src')].filter(Boolean).join(' ')}]`;
    case 'A':
      return `${inner} (${node.getAttribute('href') ?? ''})`;
    case 'TD':
    case 'TH':
      return `${inner} | `;
    case 'LI':
      return `\n• ${inner}\n`;
    default:
      return BLOCKS.has(node.tagName) ? `\n${inner}\n` : inner;
  }
}
