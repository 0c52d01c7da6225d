import type { TranslatedItem } from '@touchline/api/console';
import type { Locale } from '@touchline/i18n';
import { type Fields, fieldValue } from '../../resource/draft.ts';
import { asText } from '../../resource/field-props.ts';
import { type DraftPlace, forgetDraft, keepDraft, readDraft } from '../../resource/kept-drafts.ts';

/** A text in the hands of an operator, in one language. */
export interface TranslationPlace {
  readonly operator: number;
  readonly channel: number;
  readonly item: Pick<TranslatedItem, 'kind' | 'id'>;
  readonly field: string;
  readonly language: Locale;
}

/** What was typed, and the translation and version that it was typed over. */
export interface UnsavedTranslation {
  readonly typed: string;
  readonly was: string;
  readonly version: number;
}

function draftPlace({ operator, channel, item, field, language }: TranslationPlace): DraftPlace {
  return { operator, channel, kind: `translation-${item.kind}-${field}-${language}` };
}

function keptText(fields: Fields): string {
  return asText(fieldValue(fields, 'text'));
}

export function readUnsaved(place: TranslationPlace): UnsavedTranslation | null {
  const kept = readDraft(draftPlace(place), place.item.id);
  if (!kept) return null;
  return { typed: keptText(kept.draft), was: keptText(kept.base), version: kept.version };
}

/** Keeps it over a reload. */
export function keepUnsaved(place: TranslationPlace, { typed, was, version }: UnsavedTranslation): void {
  keepDraft(draftPlace(place), place.item.id, { at: Date.now(), version, base: { text: was }, draft: { text: typed } });
}

export function forgetUnsaved(place: TranslationPlace): void {
  forgetDraft(draftPlace(place), place.item.id);
}
