import { pageCalls, type PageItem } from '@touchline/api/console';
import { defineResource } from './resource.ts';

export const pages = defineResource<PageItem>({
  kind: 'page',
  noun: 'pages',
  may: 'edit_site',
  texts: {
    title: 'pages.title',
    text: 'pages.text',
    add: 'pages.add',
    empty: 'pages.empty',
    emptyText: 'pages.emptyText',
  },
  title: ({ name }) => name,
  facts: ({ url }) => [url],
  fields: [
    { name: 'url', kind: 'text', label: 'pages.url', help: 'pages.urlHelp', required: true },
    { name: 'name', kind: 'text', label: 'pages.name', maxLength: 120, required: true, translated: true },
    { name: 'content', kind: 'html', label: 'pages.content', translated: true },
  ],
  blank: { url: '/', name: '', content: '' },
  calls: pageCalls,
});
