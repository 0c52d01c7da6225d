import type { Translations } from '@touchline/api';
import type { Locale } from '@touchline/i18n';

interface Translated {
  readonly translations?: Translations | null;
}

/** Content that has this field. */
export type With<Field extends string> = Readonly<Record<Field, string>> & Translated;

/** A field of the channel's content in the interface language; without a translation, as it was written. */
export function localised<Field extends string>(content: With<NoInfer<Field>>, field: Field, locale: Locale): string {
  const text = content.translations?.[locale]?.[field];
  return text?.trim() ? text : content[field];
}

/** A list of content with all its translated texts in the interface language. */
export function allLocalised<Content extends object>(list: readonly Content[], locale: Locale): Content[] {
  return list.map((content) => ({ ...content, ...textsOf(content, locale) }));
}

/** The texts of content in the interface language, where it has them. */
export function textsOf(content: Translated, locale: Locale): Record<string, string> {
  const own = new Map<string, unknown>(Object.entries(content));
  const texts = Object.entries(content.translations?.[locale] ?? {});
  return Object.fromEntries(texts.filter(([field, text]) => typeof own.get(field) === 'string' && text.trim() !== ''));
}
