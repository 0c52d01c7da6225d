import { type Locale, LOCALES } from '@touchline/i18n';
import { readRule, writeRule } from './country-rule.ts';
import { type Fields, fieldValue, type Value } from './draft.ts';
import type { Field } from './resource.ts';
import { readTime, typedTime } from './zoned-time.ts';

/** The name of a translated text. */
export const translationName = (language: Locale, field: string) => `translations.${language}.${field}`;

const isText = (value: unknown): value is string => typeof value === 'string';

function asValue(field: Field, value: unknown): Value {
  if (field.kind === 'countries') return readRule(value);
  if (field.kind === 'time') return readTime(value);
  if (field.kind === 'structured') return field.read(value);
  return isText(value) || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function propertiesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

/** The fields of a server's item. */
export function readFields(fields: readonly Field[], item: object): Fields {
  const properties = propertiesOf(item);
  const translations = propertiesOf(properties.get('translations'));
  const texts = LOCALES.flatMap((language) =>
    [...propertiesOf(translations.get(language))].map(
      ([field, text]) => [translationName(language, field), isText(text) ? text : ''] as const,
    ),
  );
  const own = fields.map((field) => [field.name, asValue(field, properties.get(field.name))] as const);
  return Object.fromEntries([...own, ...texts]);
}

/** All translations, because the server replaces them as a whole. */
function translationsOf(draft: Fields) {
  const texts = (language: Locale) => {
    const begin = translationName(language, '');
    const own = Object.entries(draft).filter(([name, text]) => name.startsWith(begin) && text !== '');
    return Object.fromEntries(own.map(([name, text]) => [name.slice(begin.length), text]));
  };
  return Object.fromEntries(
    LOCALES.map((language) => [language, texts(language)] as const).filter(([, own]) => Object.keys(own).length > 0),
  );
}

function wireValue(field: Field | undefined, value: Value): unknown {
  if (field?.kind === 'countries') return writeRule(value);
  if (field?.kind === 'time') return typedTime(value);
  return field?.kind === 'structured' && isText(value) ? JSON.parse(value) : value;
}

/** The named fields of a draft, for the server. */
export function writeFields(
  fields: readonly Field[],
  names: readonly string[],
  draft: Fields,
): Readonly<Record<string, unknown>> {
  const plain = names.filter((name) => !name.startsWith('translations.'));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const write = (name: string) => wireValue(byName.get(name), fieldValue(draft, name));
  return {
    ...Object.fromEntries(plain.map((name) => [name, write(name)])),
    ...(plain.length < names.length && { translations: translationsOf(draft) }),
  };
}
