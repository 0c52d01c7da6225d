import { linkOptions } from '@tanstack/react-router';
import type { OperatorChannel, TranslatedItem } from '@touchline/api/console';
import type { TextsKind } from './languages-search.ts';

const NOUNS = {
  page: 'pages',
  menu_link: 'menu',
  slide: 'slides',
  faq: 'faq',
  block: 'blocks',
  form: 'forms',
} as const satisfies Record<Exclude<TextsKind, 'text'>, string>;

/** Where the form of a thing is that has rich text. */
export function formLink(channel: Pick<OperatorChannel, 'alias'>, { kind, id }: TranslatedItem) {
  const noun = kind in NOUNS ? NOUNS[kind as keyof typeof NOUNS] : 'pages';
  return linkOptions({
    to: '/$channel/site/$noun/$item',
    params: { channel: channel.alias, noun, item: String(id) },
  });
}
