import type { FormField } from '@touchline/api/console';
import type { ConsoleKey, ConsoleTranslate, Locale } from '@touchline/i18n';
import { LOCALES } from '@touchline/i18n';

type Option = FormField['options'][number];
type Translated = Pick<FormField, 'translations'>;

export const FIELD_TYPES = {
  text: 'forms.type.text',
  email: 'forms.type.email',
  phone: 'forms.type.phone',
  contact: 'forms.type.contact',
  digits: 'forms.type.digits',
  textarea: 'forms.type.textarea',
  select: 'forms.type.select',
  checkbox: 'forms.type.checkbox',
} as const satisfies Record<FormField['type'], ConsoleKey>;

export const isFieldType = (word: string): word is FormField['type'] => word in FIELD_TYPES;

export const NEW_FIELD: FormField = {
  name: '',
  label: '',
  type: 'text',
  required: false,
  min_length: 0,
  max_length: 200,
  placeholder: '',
  options: [],
};

export const NEW_OPTION: Option = { value: '', label: '' };

const MAX_TEXT = 5000;

/** Fields that mean the same are the same text. */
export function writeFormFields(fields: readonly FormField[]): string {
  return JSON.stringify(
    fields.map(({ name, label, type, required, min_length, max_length, placeholder, options, ...rest }) => {
      const written = options.map(({ value, label: text, ...more }) => ({ value, label: text, ...translated(more) }));
      const plain = { name, label, type, required, min_length, max_length, placeholder, options: written };
      return { ...plain, ...translated(rest) };
    }),
  );
}

export function readFormFields(value: unknown): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's document says what a form has
  return writeFormFields(Array.isArray(value) ? (value as FormField[]) : []);
}

export function parseFormFields(json: string): FormField[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
  return json === '' ? [] : (JSON.parse(json) as FormField[]);
}

function translated({ translations = {} }: Translated): Translated {
  const texts = LOCALES.map((language) => {
    const own = Object.entries(translations[language] ?? {}).filter(([, text]) => text !== '');
    return [language, Object.fromEntries(own)] as const;
  }).filter(([, own]) => Object.keys(own).length > 0);
  return texts.length === 0 ? {} : { translations: Object.fromEntries(texts) };
}

/** A text of a field or an option in a language; the channel's own stands in the thing itself. */
export function textIn(thing: Translated, language: Locale, name: string): string {
  return thing.translations?.[language]?.[name] ?? '';
}

export function withText<T extends Translated>(thing: T, language: Locale, name: string, text: string): T {
  const { translations = {} } = thing;
  return { ...thing, translations: { ...translations, [language]: { ...translations[language], [name]: text } } };
}

/** The field with another type, and only what that type has. */
export function withType(field: FormField, type: FormField['type']): FormField {
  const options = type === 'select' ? (field.options.length > 0 ? field.options : [NEW_OPTION]) : [];
  const max_length = type === 'textarea' && field.type !== 'textarea' ? MAX_TEXT : field.max_length;
  return { ...field, type, options, max_length };
}

/** The fields as lines of text, to be compared. */
export function sayFormFields(json: string, t: ConsoleTranslate): string {
  return parseFormFields(json)
    .map(({ label, type, required, options }) => {
      const facts = [t(FIELD_TYPES[type]), required ? t('forms.required') : '', ...options.map((one) => one.label)];
      return `${label}: ${facts.filter(Boolean).join(', ')}`;
    })
    .join('\n');
}

const PARTS: Readonly<Record<string, ConsoleKey>> = {
  label: 'forms.label',
  name: 'forms.fieldName',
  type: 'forms.type',
  placeholder: 'forms.placeholder',
  min_length: 'forms.minLength',
  max_length: 'forms.maxLength',
  options: 'forms.options',
};

/** "2, Label", of `1.label` and `1.translations.fr.label`. */
export function formFieldPart(part: string, t: ConsoleTranslate): string {
  const [place = '', ...rest] = part.split('.');
  const name = rest[0] === 'translations' ? rest[2] : rest[0];
  const label = PARTS[name ?? ''];
  return [String(Number(place) + 1), label ? t(label) : ''].filter(Boolean).join(', ');
}
