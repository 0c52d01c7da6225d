import { type NamedKind, slideCalls, type SlideItem } from '@touchline/api/console';
import type { Value } from '../../resource/draft.ts';
import { type Choice, defineResource } from '../../resource/resource.ts';
import { sayTime } from '../../resource/zoned-time.ts';

/** The views with slides of their own. */
const VIEWS: readonly Choice[] = [
  { value: 'main', label: 'slides.main' },
  { value: 'category', label: 'slides.category' },
  { value: 'participant', label: 'slides.participant' },
  { value: 'group', label: 'slides.group' },
];

/** What a view of this type belongs to; the home page belongs to nothing. */
const viewKind = (view: Value | undefined): NamedKind | undefined =>
  (['category', 'participant', 'group'] as const).find((kind) => kind === view);

export const slides = defineResource<SlideItem>({
  kind: 'slide',
  noun: 'slides',
  may: 'edit_site',
  texts: {
    title: 'slides.title',
    text: 'slides.text',
    add: 'slides.add',
    empty: 'slides.empty',
    emptyText: 'slides.emptyText',
  },
  title: ({ title }) => title,
  facts: (
    { slidable_type: view, slidable_id: id, view_name: name, visible_from: from, visible_until: until },
    t,
    locale,
  ) => {
    const place = t(VIEWS.find(({ value }) => value === view)?.label ?? 'slides.main');
    return [
      id === null ? place : t('slides.viewOf', { view: place, name: name ?? String(id) }),
      from === null ? '' : t('slides.from', { time: sayTime({ ...from, offset: null }, locale) }),
      until === null ? '' : t('slides.until', { time: sayTime({ ...until, offset: null }, locale) }),
    ];
  },
  fields: [
    { name: 'title', kind: 'text', label: 'slides.heading', maxLength: 120, required: true, translated: true },
    { name: 'text', kind: 'lines', label: 'slides.content', maxLength: 2000, translated: true },
    {
      name: 'link_text',
      kind: 'text',
      label: 'slides.linkText',
      help: 'slides.linkTextHelp',
      maxLength: 120,
      nullable: true,
      translated: true,
    },
    { name: 'link_url', kind: 'target', label: 'slides.link', help: 'target.help', nullable: true },
    { name: 'image', kind: 'picture', label: 'slides.image', help: 'slides.imageHelp', nullable: true },
    {
      name: 'event_id',
      kind: 'reference',
      label: 'slides.game',
      help: 'slides.gameHelp',
      nullable: true,
      to: () => 'event',
    },
    {
      name: 'slidable_type',
      kind: 'choice',
      label: 'slides.view',
      help: 'slides.viewHelp',
      options: VIEWS,
      whenEmpty: 'main',
      nullable: true,
      empties: ['slidable_id'],
    },
    {
      name: 'slidable_id',
      kind: 'reference',
      label: 'slides.viewOfWhich',
      nullable: true,
      to: ({ slidable_type: view }) => viewKind(view) ?? 'group',
      isShown: ({ slidable_type: view }) => viewKind(view) !== undefined,
    },
    { name: 'visible_from', kind: 'time', label: 'slides.visibleFrom', help: 'slides.visibleFromHelp', nullable: true },
    {
      name: 'visible_until',
      kind: 'time',
      label: 'slides.visibleUntil',
      help: 'slides.visibleUntilHelp',
      nullable: true,
    },
  ],
  blank: {
    title: '',
    text: '',
    link_text: null,
    link_url: null,
    image: null,
    event_id: null,
    slidable_type: null,
    slidable_id: null,
    visible_from: null,
    visible_until: null,
  },
  calls: slideCalls,
});
