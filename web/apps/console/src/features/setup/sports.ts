import type { CategoryItem, CommonSport } from '@touchline/api/console';
import type { Locale } from '@touchline/i18n';

const LOCALES = ['en', 'fr', 'bg'] as const;

/** The fields of a common sport: its name in the channel's language, and in the others as translations. */
export function commonFields(sport: CommonSport, own: Locale) {
  const others = LOCALES.filter((language) => language !== own);
  return {
    name: sport[own],
    alias: sport.alias,
    translations: Object.fromEntries(others.map((language) => [language, { name: sport[language] }])),
  };
}

/** Aliases of sports that are typed: of their letters, or a number where those are not Latin. */
export function aliasFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 60);
  const base = plain || 'sport';
  const tries = [base, ...taken.map((_, index) => `${base}-${index + 2}`)];
  return tries.find((alias) => !taken.includes(alias)) ?? `${base}-${taken.length + 2}`;
}

/** Names that are typed, one in each line, without those that the channel has. */
export function typedSports(text: string, known: readonly CategoryItem[]): readonly string[] {
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const has = (name: string) => known.some((sport) => sport.name.toLowerCase() === name.toLowerCase());
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].filter((name) => !has(name));
}
