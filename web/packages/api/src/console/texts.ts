import type { components } from './schema.d.ts';
import { BASE, get, given, post, send } from './wire.ts';

type Schemas = components['schemas'];

export type LegalKind = Schemas['LegalKind'];
export type LegalPage = Schemas['LegalPage'];
export type TestMail = Schemas['TestMail'];
export type TextItem = Schemas['TextItem'];
export type TextKind = Schemas['TextKind'];
export type TextPreview = Schemas['TextPreview'];
export type TranslatedItem = Schemas['TranslatedItem'];
export type TranslatedText = Schemas['TranslatedText'];
export type TranslationChange = Schemas['TranslationChange'];
export type TranslationCheck = Schemas['TranslationCheck'];
export type TranslationOutcome = Schemas['TranslationOutcome'];
export type Variable = Schemas['Variable'];

type Language = Schemas['Language'];

/** The texts of a mail in one language; absent and empty ones are the default. */
export interface TextDraft {
  readonly language: Language;
  readonly texts: Record<string, string>;
}

export const textCalls = {
  async list(channel: number, signal: AbortSignal): Promise<TextItem[]> {
    return (await get<TextItem[]>(`channels/${channel}/texts`, signal)).data;
  },
  async update(channel: number, item: number, version: number, fields: Schemas['TextFields']): Promise<TextItem> {
    return send<TextItem>(`channels/${channel}/texts/${item}`, { ...fields, version }, 'PATCH');
  },
};

/** A mail in the words of a draft, with made-up values. */
export async function previewText(channel: number, item: number, draft: TextDraft): Promise<TextPreview> {
  return post<TextPreview>(`channels/${channel}/texts/${item}/preview`, draft);
}

/** Sends it to the operator's own address. */
export async function sendTestMail(channel: number, item: number, draft: TextDraft): Promise<TestMail> {
  return post<TestMail>(`channels/${channel}/texts/${item}/test`, draft);
}

export async function fetchLegalPages(channel: number, signal: AbortSignal): Promise<LegalPage[]> {
  return (await get<LegalPage[]>(`channels/${channel}/legal-pages`, signal)).data;
}

export async function fetchTranslations(channel: number, signal: AbortSignal): Promise<TranslatedItem[]> {
  return (await get<TranslatedItem[]>(`channels/${channel}/translations`, signal)).data;
}

/** Changes one translation; an old version is refused with `version_conflict`. */
export async function updateTranslation(
  channel: number,
  { kind, id }: Pick<TranslatedItem, 'kind' | 'id'>,
  edit: { readonly version: number; readonly language: Language; readonly field: string; readonly text: string },
): Promise<TranslatedItem> {
  return send<TranslatedItem>(`channels/${channel}/translations/${kind}/${id}`, edit, 'PATCH');
}

/** Where the translations of a language are as a PO file. */
export function translationsFileUrl(channel: number, language: Language): string {
  return `${BASE}channels/${channel}/translations.po?${given({ language })}`;
}

/** What importing a PO file would do. */
export async function checkTranslations(channel: number, language: Language, po: string): Promise<TranslationCheck> {
  return post<TranslationCheck>(`channels/${channel}/translations/check`, { language, po });
}

/** Writes at most fifty changes of a checked file. */
export async function importTranslations(
  channel: number,
  language: Language,
  changes: readonly Pick<TranslationChange, 'kind' | 'id' | 'version' | 'field' | 'text'>[],
): Promise<TranslationOutcome[]> {
  return post<TranslationOutcome[]>(`channels/${channel}/translations/import`, { language, changes });
}
