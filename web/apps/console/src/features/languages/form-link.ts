import { linkOptions } from '@tanstack/react-router';
import type { OperatorChannel, TranslatedItem } from '@touchline/api/console';

/** The kinds that have rich text. */
const NOUNS: ReadonlyMap<TranslatedItem['kind'], string> = new Map([
  ['page', 'pages'],
  ['faq', 'faq'],
  ['block', 'blocks'],
]);

/** Where the form of a thing is that has rich text. */
export function formLink(channel: Pick<OperatorChannel, 'alias'>, { kind, id }: TranslatedItem) {
  const noun = NOUNS.get(kind) ?? 'pages';
  return linkOptions({
    to: '/$channel/site/$noun/$item',
    params: { channel: channel.alias, noun, item: String(id) },
  });
}
