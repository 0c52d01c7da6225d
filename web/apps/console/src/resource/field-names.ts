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
export function labelOf(resource: Pick<Editable, 'fields'>, name: string, own: Locale, t: ConsoleTranslate): string {
  const found = fieldOf(resource, name);
  if (!found) return name;
  const label = t(found.field.label);
  const locale = found.language === 'own' ? own : found.language;
  return found.field.translated ? t('resource.fieldIn', { field: label, language: LANGUAGE_NAMES[locale] }) : label;
}
