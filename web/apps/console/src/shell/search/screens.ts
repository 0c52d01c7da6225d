import type { OperatorChannel } from '@touchline/api/console';
import { linkOptions } from '@tanstack/react-router';
import { linkOf, openGroups } from '../nav-groups.ts';

const ACTIONS = [
  { title: 'search.newPage', noun: 'pages' },
  { title: 'search.newSlide', noun: 'slides' },
  { title: 'search.newQuestion', noun: 'faq' },
  { title: 'search.newForm', noun: 'forms' },
  { title: 'search.newMenuLink', noun: 'menu' },
  { title: 'search.newBlock', noun: 'blocks' },
] as const;

/** Actions that begin on a screen. */
const ON_SCREEN = [
  { title: 'search.invite', screen: 'team', may: 'manage_team' },
  { title: 'search.newToken', screen: 'tokens', may: 'manage_integrations' },
  { title: 'search.newWebhook', screen: 'webhooks', may: 'manage_integrations' },
] as const;

/** Screens and actions of the channel that the operator's role opens, and those outside a channel. */
export function screensOf(channel: OperatorChannel, isAdministrator: boolean) {
  const screens = openGroups(channel).flatMap(({ title: section, entries }) =>
    entries.map(({ name, title }) => ({ title, section, link: linkOf(name, channel.alias) })),
  );
  const actions = ACTIONS.map(({ title, noun }) => ({
    title,
    section: 'search.actions' as const,
    link: linkOptions({
      to: '/$channel/site/$noun/$item',
      params: { channel: channel.alias, noun, item: 'new' },
      search: {},
    }),
  }));
  return [
    ...(channel.may.includes('edit_site') ? actions : []),
    ...ON_SCREEN.filter(({ may }) => channel.may.includes(may)).map(({ title, screen }) => ({
      title,
      section: 'search.actions' as const,
      link: linkOf(screen, channel.alias),
    })),
    ...screens,
    { title: 'me.title', section: 'console.name', link: linkOptions({ to: '/me' }) } as const,
    ...(isAdministrator
      ? [{ title: 'channels.title', section: 'console.name', link: linkOptions({ to: '/channels' }) } as const]
      : []),
  ];
}

/** Whether each word of the text begins a word of the title, whatever its case and accents. */
export function matchesText(title: string, text: string): boolean {
  const words = wordsOf(title);
  return wordsOf(text).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** The words of a text as they are compared. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
