import type { TranslatedItem, TranslatedText } from '@touchline/api/console';
import type { Locale } from '@touchline/i18n';
import type { LanguagesSearch } from './languages-search.ts';

/** A text with the thing that it belongs to. */
export interface TextRow {
  readonly item: TranslatedItem;
  readonly text: TranslatedText;
}

export function rowsOf(items: readonly TranslatedItem[]): readonly TextRow[] {
  return items.flatMap((item) => item.texts.map((text) => ({ item, text })));
}

function isMissing({ text }: TextRow, language: Locale): boolean {
  return (text.translations[language] ?? '') === '';
}

/** How many texts lack a translation, by language. */
export function countMissing(rows: readonly TextRow[], languages: readonly Locale[]): ReadonlyMap<Locale, number> {
  return new Map(languages.map((language) => [language, rows.filter((row) => isMissing(row, language)).length]));
}

/** The rows that a search asks for; words are found in every language. */
export function found(
  rows: readonly TextRow[],
  languages: readonly Locale[],
  { find = '', kind, missing }: LanguagesSearch,
): readonly TextRow[] {
  const wanted = find.trim().toLocaleLowerCase();
  return rows.filter((row) => {
    if (kind !== undefined && row.item.kind !== kind) return false;
    if (missing && !languages.some((language) => isMissing(row, language))) return false;
    const said = [row.item.name, row.text.text, ...Object.values(row.text.translations)];
    return wanted === '' || said.some((text) => text.toLocaleLowerCase().includes(wanted));
  });
}
