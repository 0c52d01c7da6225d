import { textCalls, type TextItem } from '@touchline/api/console';
import { COOKIE_NOTICE, type Locale } from '@touchline/i18n';
import type { Editable } from '../../resource/resource.ts';

/** The texts for which defaults stand in. Their words are translations in every language, the main one too. */
export const texts: Editable<TextItem> = {
  kind: 'text',
  noun: 'texts',
  may: 'edit_site',
  fields: [
    { name: 'subject', kind: 'text', label: 'texts.subject', maxLength: 120, translated: true },
    { name: 'title', kind: 'text', label: 'texts.heading', maxLength: 120, translated: true },
    {
      name: 'body',
      kind: 'lines',
      rows: 12,
      label: 'texts.body',
      help: 'texts.bodyHelp',
      maxLength: 4000,
      translated: true,
    },
    { name: 'text', kind: 'lines', label: 'texts.notice', help: 'texts.noticeHelp', maxLength: 500, translated: true },
  ],
  calls: textCalls,
};

/** What stands in for a field in a language. */
export function defaultText({ is_mail: isMail, defaults }: TextItem, language: Locale, field: string): string {
  return (isMail ? defaults[language]?.[field] : COOKIE_NOTICE[language]) ?? '';
}
