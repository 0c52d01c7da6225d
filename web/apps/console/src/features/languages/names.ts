import type { TranslatedItem, TranslatedText } from '@touchline/api/console';
import { type ConsoleKey, type ConsoleTranslate, COOKIE_NOTICE, type Locale } from '@touchline/i18n';
import { TEXT_KIND_NAMES } from '../../localisation/text-kinds.ts';
import type { TextsKind } from './languages-search.ts';

export const KIND_NAMES = {
  settings: 'languages.kind.settings',
  category: 'languages.kind.category',
  page: 'languages.kind.page',
  menu_link: 'languages.kind.menu_link',
  slide: 'languages.kind.slide',
  faq: 'languages.kind.faq',
  block: 'languages.kind.block',
  form: 'languages.kind.form',
  text: 'languages.kind.text',
} as const satisfies Record<TextsKind, ConsoleKey>;

const FIELD_NAMES: ReadonlyMap<string, ConsoleKey> = new Map([
  ['name', 'languages.field.name'],
  ['tagline', 'languages.field.tagline'],
  ['content', 'languages.field.content'],
  ['title', 'languages.field.title'],
  ['text', 'languages.field.text'],
  ['link_text', 'languages.field.link_text'],
  ['question', 'languages.field.question'],
  ['answer', 'languages.field.answer'],
  ['description', 'languages.field.description'],
  ['submit_text', 'languages.field.submit_text'],
  ['success_text', 'languages.field.success_text'],
  ['label', 'languages.field.label'],
  ['placeholder', 'languages.field.placeholder'],
  ['subject', 'languages.field.subject'],
  ['body', 'languages.field.body'],
]);

const LINES: ReadonlySet<string> = new Set([
  'name',
  'tagline',
  'title',
  'link_text',
  'question',
  'submit_text',
  'label',
  'placeholder',
  'subject',
]);

/** Whether a text is one line. */
export function isLine(field: string): boolean {
  return LINES.has(field.split('.').at(-1) ?? '');
}

/** "Field 2, Option 1, Label" of `fields.1.options.0.label`. */
export function fieldName(field: string, t: ConsoleTranslate): string {
  const [, place, , option] = /^fields\.(\d+)\.(options\.(\d+)\.)?/.exec(field) ?? [];
  const name = FIELD_NAMES.get(field.split('.').at(-1) ?? '');
  return [
    place !== undefined && t('languages.fieldPart', { number: Number(place) + 1 }),
    option !== undefined && t('languages.optionPart', { number: Number(option) + 1 }),
    name ? t(name) : field,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a thing is called; a mail by its kind. */
export function itemName({ kind, name }: Pick<TranslatedItem, 'kind' | 'name'>, t: ConsoleTranslate): string {
  const mail = kind === 'text' ? Object.entries(TEXT_KIND_NAMES).find(([word]) => word === name) : undefined;
  return mail ? t(mail[1]) : name;
}

export function kindName(kind: TranslatedItem['kind'], t: ConsoleTranslate): string {
  return kind === 'redirect' || kind === 'colours' ? kind : t(KIND_NAMES[kind]);
}

/** The text in the main language. The server knows no default of the cookie notice. */
export function sourceOf({ name }: TranslatedItem, { text, field }: TranslatedText, main: Locale): string {
  return text === '' && name === 'cookie_notice' && field === 'text' ? COOKIE_NOTICE[main] : text;
}
