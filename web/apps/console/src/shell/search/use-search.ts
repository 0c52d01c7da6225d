import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { fetchFound, type FoundItem, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { useDebounced } from './use-debounced.ts';
import { actionText } from './action-text.ts';
import { actionLink, foundLink } from './found-link.ts';
import { matchesText, screensOf } from './screens.ts';

/** Something that the search offers: a screen of the console, or an address of the channel's site. */
export interface Choice {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  /** The detail without what is personal: this device remembers no more. */
  readonly lasting?: string;
  readonly to: LinkProps | { readonly href: string };
}

export interface ChoiceGroup {
  readonly title: string;
  readonly choices: readonly Choice[];
}

const SHORTEST_TEXT = 2;
const TYPING_PAUSE_MS = 150;
const MAX_SCREENS = 6;

/**
 * What a text finds: screens at once, and what the server knows of, with what can be done with it. A text that begins with `>`
 * finds actions alone.
 */
export function useSearch(channel: OperatorChannel, isAdministrator: boolean, text: string) {
  const t = useConsoleT();
  const locale = useLocale();
  const isActionsOnly = text.startsWith('>');
  const wanted = (isActionsOnly ? text.slice(1) : text).trim();
  const { verb, thing } = isActionsOnly ? actionText(wanted, actionTitles(t)) : { verb: '', thing: wanted };
  const asked = useDebounced(thing, TYPING_PAUSE_MS);
  const isAsked = asked.length >= SHORTEST_TEXT || /^#?\d+$/.test(asked);
  const found = useQuery({
    queryKey: ['found', channel.id, asked],
    queryFn: ({ signal }) => fetchFound(channel.id, asked, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const screens: Choice[] = screensOf(channel, isAdministrator)
    .filter(({ section }) => !isActionsOnly || section === 'search.actions')
    .map(({ title, section, link }) => ({ key: JSON.stringify(link), title: t(title), detail: t(section), to: link }))
    .filter(({ title }) => matchesText(title, wanted))
    .slice(0, wanted === '' && !isActionsOnly ? 0 : MAX_SCREENS);
  const items = isAsked && found.data ? found.data : [];
  const things = isActionsOnly ? [] : groupsOf(items, channel.alias, locale, t);
  const actions = actionsOf(items, channel.alias, t).filter(({ title }) => matchesText(title, verb));
  const groups = [...things, { title: t('search.actions'), choices: actions.slice(0, MAX_SCREENS) }];
  const isBehind = thing !== asked || found.isPlaceholderData;
  return {
    groups: [...groups, { title: t('search.screens'), choices: screens }].filter(({ choices }) => choices.length > 0),
    isPending: thing !== asked || (isAsked && found.isFetching),
    isFailed: isAsked && found.isError,
    /** Whether it was found by the text before. */
    isStale: (choice: Choice) => isBehind && groups.some(({ choices }) => choices.includes(choice)),
    retry: () => void found.refetch(),
  };
}

type Translate = ReturnType<typeof useConsoleT>;

/** What the titles of actions on things begin with. */
function actionTitles(t: Translate): string[] {
  return [t('search.refundOrder', { number: '' }), t('search.takeDownClip', { name: '' })];
}

function actionsOf(items: readonly FoundItem[], channel: string, t: Translate): Choice[] {
  return items.flatMap((item) =>
    item.actions.map((action) => ({
      key: `${action}-${item.id}`,
      title:
        action === 'refund_order'
          ? t('search.refundOrder', { number: String(item.id) })
          : t('search.takeDownClip', { name: item.title }),
      detail: item.detail ?? '',
      lasting: '',
      to: actionLink(item, action, channel),
    })),
  );
}

const KINDS = {
  event: 'search.games',
  team: 'search.teams',
  order: 'orders.title',
  clip: 'fanClips.title',
  operator: 'team.title',
  page: 'pages.title',
  form: 'forms.title',
  slide: 'slides.title',
  faq: 'faq.title',
  block: 'blocks.title',
  menu_link: 'menu.title',
} as const satisfies Record<FoundItem['kind'], string>;

function groupsOf(items: readonly FoundItem[], channel: string, locale: string, t: Translate): ChoiceGroup[] {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    title: t(KINDS[kind]),
    choices: items.flatMap((item) => {
      const to = foundLink(item, channel) ?? (item.url !== null && { href: item.url });
      if (item.kind !== kind || !to) return [];
      const number = item.kind === 'order' && `#${item.id}`;
      const day = item.at !== null && days.format(item.at * 1000);
      // Of orders and operators it is somebody's address.
      const isPersonal = kind === 'order' || kind === 'operator';
      const detail = joined([number, item.title !== '' && item.detail, day]);
      const lasting = isPersonal ? joined([number, day]) : detail;
      return [{ key: `${kind}-${item.id}`, title: item.title || (item.detail ?? `#${item.id}`), detail, lasting, to }];
    }),
  }));
}

function joined(facts: readonly (string | false | null)[]): string {
  return facts.filter((fact) => typeof fact === 'string').join(' · ');
}
