import { pageCalls, type PageItem } from '@touchline/api/console';
import { PageAside } from './page-aside.tsx';
import { defineResource } from './resource.ts';
import { sayTime } from './zoned-time.ts';

/** Of an edit alone: what becomes of the former address. */
interface PathChange {
  readonly drops_path?: boolean | null;
}

export const pages = defineResource<PageItem & PathChange>({
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
  facts: ({ url, visible_from: from, visible_until: until }, t, locale) => [
    url,
    from ? t('slides.from', { time: sayTime({ ...from, offset: null }, locale) }) : '',
    until ? t('slides.until', { time: sayTime({ ...until, offset: null }, locale) }) : '',
  ],
  Aside: PageAside,
  fields: [
    { name: 'url', kind: 'text', label: 'pages.url', help: 'pages.urlHelp', required: true },
    {
      name: 'drops_path',
      kind: 'switch',
      label: 'pages.dropsPath',
      help: 'pages.dropsPathHelp',
      // A new page has no former address.
      isShown: ({ url }, { url: stored }) => stored !== '/' && url !== stored,
    },
    { name: 'name', kind: 'text', label: 'pages.name', maxLength: 120, required: true, translated: true },
    { name: 'content', kind: 'html', label: 'pages.content', translated: true },
    { name: 'image', kind: 'picture', label: 'pages.image', help: 'pages.imageHelp', nullable: true },
    { name: 'visible_from', kind: 'time', label: 'slides.visibleFrom', help: 'slides.visibleFromHelp', nullable: true },
    {
      name: 'visible_until',
      kind: 'time',
      label: 'slides.visibleUntil',
      help: 'pages.visibleUntilHelp',
      nullable: true,
    },
  ],
  blank: { url: '/', name: '', content: '', image: null, visible_from: null, visible_until: null },
  calls: pageCalls,
});
