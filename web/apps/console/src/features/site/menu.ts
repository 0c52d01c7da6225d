import { menuCalls, type MenuItem } from '@touchline/api/console';
import { type Choice, defineResource } from '../../resource/resource.ts';

const PLACES: readonly Choice[] = [
  { value: 'header', label: 'menu.header' },
  { value: 'footer', label: 'menu.footer' },
];

export const menu = defineResource<MenuItem>({
  kind: 'menu_link',
  noun: 'menu',
  may: 'edit_site',
  texts: { title: 'menu.title', text: 'menu.text', add: 'menu.add', empty: 'menu.empty', emptyText: 'menu.emptyText' },
  title: ({ name }) => name,
  facts: ({ url }) => [url],
  groups: PLACES,
  groupOf: ({ place }) => place,
  fields: [
    { name: 'name', kind: 'text', label: 'menu.name', maxLength: 120, required: true, translated: true },
    { name: 'url', kind: 'target', label: 'menu.target', help: 'target.help', required: true },
    { name: 'place', kind: 'choice', label: 'menu.place', options: PLACES },
  ],
  blank: { name: '', url: '', place: 'header' },
  calls: menuCalls,
});
