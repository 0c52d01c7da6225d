import type { ContentTranslate } from '@touchline/i18n';
import { formatDay } from '../../time/days.ts';
import type { FilterName } from './filter-names.ts';
import type { FilterOptions } from './filter-options.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';

export const ACCESS_LABELS = {
  free: 'access.free',
  register: 'access.register',
  paid: 'access.paid',
  ppv: 'access.ppv',
} as const;
export const GENDER_LABELS = { M: 'games.men', W: 'games.women', N: 'games.notIdentified' } as const;
export const FAVORITES_LABELS = {
  first: 'games.favoritesFirst',
  mixed: 'games.favoritesMixed',
  only: 'games.favoritesOnly',
} as const;

export interface ActiveFilter {
  readonly name: FilterName;
  readonly label: string;
}

interface Words {
  readonly t: ContentTranslate;
  readonly locale: string;
  readonly options: FilterOptions;
}

/** What narrows the list, in words. */
export function activeFilters(
  filters: readonly FilterName[],
  search: GamesSearch,
  { t, locale, options }: Words,
): readonly ActiveFilter[] {
  const date = (day: string) => formatDay(day, locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const labelOf = (name: FilterName): string | undefined => {
    const { search: text, division, gender, access, favorites, from, to } = search;
    switch (name) {
      case 'search':
        return text && t('games.searched', { text });
      case 'gender':
        return gender && t(GENDER_LABELS[gender]);
      case 'access':
        return access && t(ACCESS_LABELS[access]);
      case 'favorites':
        return favorites && t(FAVORITES_LABELS[favorites]);
      case 'from':
        return from && t('games.fromDay', { day: date(from) });
      case 'to':
        return to && t('games.toDay', { day: date(to) });
      case 'division':
        return division;
      case 'event':
        return t('games.oneGame');
      case 'sport':
      case 'location':
      case 'school':
      case 'team':
      case 'state':
      case 'city':
        return options[name].find(({ value }) => value === search[name])?.label;
    }
  };
  return filters.flatMap((name) => {
    const label = labelOf(name);
    return label ? [{ name, label }] : [];
  });
}
