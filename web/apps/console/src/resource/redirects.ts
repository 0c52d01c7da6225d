import { redirectCalls, type RedirectItem } from '@touchline/api/console';
import { defineResource } from './resource.ts';

export const redirects = defineResource<RedirectItem>({
  kind: 'redirect',
  noun: 'redirects',
  may: 'edit_site',
  texts: {
    title: 'redirects.title',
    text: 'redirects.text',
    add: 'redirects.add',
    empty: 'redirects.empty',
    emptyText: 'redirects.emptyText',
  },
  title: ({ path }) => path,
  fields: [
    { name: 'path', kind: 'text', label: 'redirects.path', help: 'redirects.pathHelp', required: true },
    { name: 'page_id', kind: 'reference', label: 'redirects.page', required: true, to: () => 'page' },
  ],
  blank: { path: '/', page_id: null },
  calls: redirectCalls,
});
