import { readableHtml } from '../../resource/readable-html.ts';

/** So much of a text tells it from others. */
const MAX_LENGTH = 120;

/** How an HTML text begins, on one line. */
export function startOf(html: string): string {
  const text = readableHtml(html).replaceAll('\n', ' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
