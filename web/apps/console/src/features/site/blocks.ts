import { blockCalls, type BlockItem } from '@touchline/api/console';
import { type Choice, defineResource } from '../../resource/resource.ts';
import { startOf } from './start-of.ts';

/** The places of static blocks in the viewer. */
const PLACES: readonly Choice[] = [
  { value: 'home', label: 'blocks.home' },
  { value: 'games', label: 'blocks.games' },
  { value: 'vod', label: 'blocks.vod' },
  { value: 'contacts', label: 'blocks.contacts' },
  { value: 'footer', label: 'blocks.footer' },
];

export const blocks = defineResource<BlockItem>({
  kind: 'block',
  noun: 'blocks',
  may: 'edit_site',
  texts: {
    title: 'blocks.title',
    text: 'blocks.text',
    add: 'blocks.add',
    empty: 'blocks.empty',
    emptyText: 'blocks.emptyText',
  },
  title: ({ place }, t) => {
    const known = PLACES.find(({ value }) => value === place);
    return known ? t(known.label) : place;
  },
  facts: ({ content }) => [startOf(content)],
  fields: [
    { name: 'place', kind: 'choice', label: 'blocks.place', options: PLACES },
    { name: 'content', kind: 'html', label: 'blocks.content', required: true, translated: true },
  ],
  blank: { place: 'home', content: '' },
  calls: blockCalls,
});
