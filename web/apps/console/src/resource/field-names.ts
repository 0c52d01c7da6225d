import { type ConsoleTranslate, isLocale, LANGUAGE_NAMES, type Locale } from '@touchline/i18n';
import type { FormLanguage } from './language-tabs.tsx';
import type { Editable, Field } from './resource.ts';
import { translationName } from './wire-fields.ts';

/** The name of a field's text in a language. */
export function nameIn(language: FormLanguage, { name }: Field): string {
  return language === 'own' ? name : translationName(language, name);
}

/** The field and the language of a name. */
export function fieldOf(
  { fields }: Pick<Editable, 'fields'>,
  name: string,
): { readonly field: Field; readonly language: FormLanguage } | null {
  const [, code, inner] = /^translations\.(\w+)\.(\w+)$/.exec(name) ?? [];
  const language: FormLanguage = isLocale(code) ? code : 'own';
  const field = fields.find((one) => one.name === (language === 'own' ? name : inner));
  return field ? { field, language } : null;
}

/** "Answer", or "Answer (Français)". */
export function labelOf({ fields }: Pick<Editable, 'fields'>, name: string, own: Locale, t: ConsoleTranslate): string {
  const found = fieldOf({ fields }, name);
  if (!found) return partLabel(fields, name, t) ?? name;
  const label = t(found.field.label);
  const locale = found.language === 'own' ? own : found.language;
  return found.field.translated ? t('resource.fieldIn', { field: label, language: LANGUAGE_NAMES[locale] }) : label;
}

/** "Fields: 2, Label", of `fields.1.label`. */
function partLabel(fields: readonly Field[], name: string, t: ConsoleTranslate): string | null {
  const field = fields.find((one) => name.startsWith(`${one.name}.`));
  if (field?.kind !== 'structured') return null;
  return `${t(field.label)}: ${field.partLabel(name.slice(field.name.length + 1), t)}`;
}
