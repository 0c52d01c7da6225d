import { linkOptions } from '@tanstack/react-router';
import type { May, OperatorChannel } from '@touchline/api/console';
import {
  CircleQuestionMark,
  ClipboardList,
  FileText,
  Film,
  GalleryHorizontalEnd,
  Globe,
  Images,
  Inbox,
  KeyRound,
  Languages,
  ListChecks,
  ListTree,
  type LucideIcon,
  MailOpen,
  Palette,
  Receipt,
  Scale,
  Scissors,
  ScrollText,
  Settings,
  TextQuote,
  Users,
  Webhook,
} from 'lucide-react';

interface Group {
  readonly title: string;
  /** Leads here after `g`. */
  readonly letter: string;
  readonly entries: readonly {
    readonly name: string;
    readonly title: string;
    readonly icon: LucideIcon;
    readonly may: May;
  }[];
}

/** The screens of a channel, by section. */
const NAV_GROUPS = [
  {
    title: 'nav.library',
    letter: 'l',
    entries: [
      { name: 'video', title: 'video.title', icon: Film, may: 'edit_library' },
      { name: 'clips', title: 'fanClips.title', icon: Scissors, may: 'moderate_clips' },
    ],
  },
  {
    title: 'nav.shop',
    letter: 'o',
    entries: [{ name: 'orders', title: 'orders.title', icon: Receipt, may: 'see_orders' }],
  },
  {
    title: 'nav.people',
    letter: 'p',
    entries: [{ name: 'team', title: 'team.title', icon: Users, may: 'manage_team' }],
  },
  {
    title: 'nav.site',
    letter: 'i',
    entries: [
      { name: 'pages', title: 'pages.title', icon: FileText, may: 'edit_site' },
      { name: 'menu', title: 'menu.title', icon: ListTree, may: 'edit_site' },
      { name: 'slides', title: 'slides.title', icon: GalleryHorizontalEnd, may: 'edit_site' },
      { name: 'pictures', title: 'pictures.title', icon: Images, may: 'edit_site' },
      { name: 'faq', title: 'faq.title', icon: CircleQuestionMark, may: 'edit_site' },
      { name: 'blocks', title: 'blocks.title', icon: TextQuote, may: 'edit_site' },
      { name: 'forms', title: 'forms.title', icon: ClipboardList, may: 'edit_site' },
      { name: 'answers', title: 'answers.title', icon: Inbox, may: 'see_form_answers' },
      { name: 'texts', title: 'texts.title', icon: Scale, may: 'edit_site' },
      { name: 'languages', title: 'languages.title', icon: Languages, may: 'edit_site' },
      { name: 'settings', title: 'settings.title', icon: Settings, may: 'edit_site' },
      { name: 'colours', title: 'colours.title', icon: Palette, may: 'edit_site' },
    ],
  },
  {
    title: 'nav.system',
    letter: 'y',
    entries: [
      { name: 'start', title: 'checklist.title', icon: ListChecks, may: 'manage_channel' },
      { name: 'tokens', title: 'tokens.title', icon: KeyRound, may: 'manage_integrations' },
      { name: 'webhooks', title: 'webhooks.title', icon: Webhook, may: 'manage_integrations' },
      { name: 'mails', title: 'mailLog.title', icon: MailOpen, may: 'see_mails' },
      { name: 'audit', title: 'audit.title', icon: ScrollText, may: 'see_audit' },
      { name: 'channel', title: 'channel.title', icon: Globe, may: 'manage_channel' },
    ],
  },
] as const satisfies readonly Group[];

export type NavGroup = (typeof NAV_GROUPS)[number];
export type NavEntry = NavGroup['entries'][number];

/** The letters that lead to the sections. */
export const SECTION_KEYS = NAV_GROUPS.map(({ letter, title }) => ({ letter, title }));

/** The entries on a phone's bar, in their order; the others are behind "More". */
const ON_PHONE: readonly NavEntry['name'][] = [
  'orders',
  'clips',
  'video',
  'mails',
  'pages',
  'faq',
  'answers',
  'settings',
  'team',
  'audit',
  'channel',
];
const MAX_ON_PHONE = 4;

/** The sections with the screens that the operator's role opens. */
export function openGroups({ may }: OperatorChannel): { title: NavGroup['title']; entries: readonly NavEntry[] }[] {
  return NAV_GROUPS.map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => may.includes(entry.may)),
  })).filter(({ entries }) => entries.length > 0);
}

/** The entries of a phone's bar. */
export function barEntries(channel: OperatorChannel): NavEntry[] {
  const open = openGroups(channel).flatMap(({ entries }) => entries);
  return ON_PHONE.flatMap((name) => open.filter((entry) => entry.name === name)).slice(0, MAX_ON_PHONE);
}

const SITE_CONTENT = ['pages', 'menu', 'slides', 'faq', 'blocks', 'forms'] as const;

function isSiteContent(name: NavEntry['name']): name is (typeof SITE_CONTENT)[number] {
  return SITE_CONTENT.some((noun) => noun === name);
}

/** Where an entry leads. */
export function linkOf(name: NavEntry['name'], channel: string) {
  if (isSiteContent(name)) {
    return linkOptions({ to: '/$channel/site/$noun', params: { channel, noun: name }, search: {} });
  }
  return linkOptions({ to: `/$channel/${name}`, params: { channel }, search: {} });
}
