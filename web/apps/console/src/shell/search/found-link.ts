import { linkOptions } from '@tanstack/react-router';
import type { FoundItem } from '@touchline/api/console';

const NOUNS = {
  page: 'pages',
  form: 'forms',
  slide: 'slides',
  faq: 'faq',
  block: 'blocks',
  menu_link: 'menu',
} as const;

/** Where something that was found stands in the console; games have their page on the channel's site alone. */
export function foundLink({ kind, id }: FoundItem, channel: string) {
  if (kind === 'event') return null;
  if (kind === 'order')
    return linkOptions({ to: '/$channel/orders', params: { channel }, search: { find: String(id) } });
  if (kind === 'operator') return linkOptions({ to: '/$channel/team', params: { channel } });
  return linkOptions({
    to: '/$channel/site/$noun/$item',
    params: { channel, noun: NOUNS[kind], item: String(id) },
    search: {},
  });
}
