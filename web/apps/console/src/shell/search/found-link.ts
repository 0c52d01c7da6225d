import { linkOptions } from '@tanstack/react-router';
import type { FoundAction, FoundItem } from '@touchline/api/console';

const NOUNS = {
  page: 'pages',
  form: 'forms',
  slide: 'slides',
  faq: 'faq',
  block: 'blocks',
  menu_link: 'menu',
} as const;

/** Where something that was found stands in the console; games and teams have their page on the channel's site alone. */
export function foundLink({ kind, id }: FoundItem, channel: string) {
  if (kind === 'event' || kind === 'team') return null;
  if (kind === 'clip') return linkOptions({ to: '/$channel/clips', params: { channel }, search: { clip: id } });
  if (kind === 'order')
    return linkOptions({ to: '/$channel/orders', params: { channel }, search: { find: String(id) } });
  if (kind === 'operator') return linkOptions({ to: '/$channel/team', params: { channel } });
  return linkOptions({
    to: '/$channel/site/$noun/$item',
    params: { channel, noun: NOUNS[kind], item: String(id) },
    search: {},
  });
}

/** Where the sheet of an action opens. */
export function actionLink({ id }: FoundItem, action: FoundAction, channel: string) {
  return action === 'refund_order'
    ? linkOptions({ to: '/$channel/orders', params: { channel }, search: { find: String(id), sheet: id } })
    : linkOptions({ to: '/$channel/clips', params: { channel }, search: { clip: id, sheet: id } });
}
