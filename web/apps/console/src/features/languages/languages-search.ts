import type { SiteKind } from '@touchline/api/console';

export type TextsKind = Exclude<SiteKind, 'redirect' | 'colours'>;

/** The kinds that have texts, in the order of the screen. */
export const TEXT_KINDS: readonly TextsKind[] = [
  'settings',
  'category',
  'page',
  'menu_link',
  'slide',
  'faq',
  'block',
  'form',
  'text',
];

/** Which texts are shown. */
export interface LanguagesSearch {
  readonly find?: string;
  readonly kind?: TextsKind;
  readonly missing?: 'only';
}

export function languagesSearch({ find, kind, missing }: Record<string, unknown>): LanguagesSearch {
  const known = TEXT_KINDS.find((one) => one === kind);
  return {
    ...(typeof find === 'string' && find !== '' && { find }),
    ...(known && { kind: known }),
    ...(missing === 'only' && { missing }),
  };
}
