import { menuCalls, type MenuItem } from '@touchline/api/console';
import { defineResource } from '../../resource/resource.ts';
import { MenuList } from './menu-list.tsx';
import { PLACES } from './menu-places.ts';

export const menu = defineResource<MenuItem>({
  kind: 'menu_link',
  noun: 'menu',
  may: 'edit_site',
  texts: { title: 'menu.title', text: 'menu.text', add: 'menu.add', empty: 'menu.empty', emptyText: 'menu.emptyText' },
  title: ({ name }) => name,
  facts: ({ url }) => [url],
  List: MenuList,
  fields: [
    { name: 'name', kind: 'text', label: 'menu.name', maxLength: 120, required: true, translated: true },
    { name: 'url', kind: 'target', label: 'menu.target', help: 'target.help', required: true },
    {
      name: 'place',
      kind: 'choice',
      label: 'menu.place',
      options: PLACES,
      // A link under another is where that one is.
      isShown: ({ parent_id: parent }) => (parent ?? null) === null,
    },
    { name: 'parent_id', kind: 'number', label: 'menu.parent', nullable: true, isShown: () => false },
  ],
  blank: { name: '', url: '', place: 'header', parent_id: null },
  calls: menuCalls,
});
