import { readableHtml } from '../../resource/readable-html.ts';

/** In characters. */
const MAX_LENGTH = 120;

/** The beginning of an HTML text, on one line. */
export function startOf(html: string): string {
  const text = readableHtml(html).replaceAll('\n', ' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
