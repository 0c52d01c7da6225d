import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  type OperatorChannel,
  type TranslatedItem,
  type TranslatedText,
  updateTranslation,
  type VersionConflict,
  versionConflict,
} from '@touchline/api/console';
import { type Locale, useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { translationsQuery } from './languages-query.ts';

/** Each try may meet another operator's newer save. */
const MAX_TRIES = 4;

/** A translation that another operator changed, too. */
export class TranslationClash extends Error {
  readonly theirs: string;
  readonly version: number;
  readonly by: string | null;

  constructor(theirs: string, { version }: { readonly version: number }, by: string | null) {
    super('another operator changed this translation');
    this.theirs = theirs;
    this.version = version;
    this.by = by;
  }
}

interface Edited {
  readonly channel: OperatorChannel;
  readonly language: Locale;
  readonly item: TranslatedItem;
  readonly text: TranslatedText;
}

interface Wanted {
  readonly text: string;
  /** What is known to be there. */
  readonly was: string;
  readonly version: number;
}

/** Saves a translation. Changes of others to the same thing stay; one of the same translation waits for a choice. */
export function useTranslation({ channel, language, item, text }: Edited, onSaved: () => void) {
  const t = useConsoleT();
  const client = useQueryClient();
  const { queryKey } = translationsQuery(channel.id);
  const take = (newer: TranslatedItem) =>
    client.setQueryData(queryKey, (items) =>
      items?.map((one) => (one.kind === newer.kind && one.id === newer.id ? newer : one)),
    );

  async function save(wanted: Wanted, tries = 1): Promise<TranslatedItem> {
    try {
      const edit = { version: wanted.version, language, field: text.field, text: wanted.text };
      return await updateTranslation(channel.id, item, edit);
    } catch (error) {
      const conflict = versionConflict(error);
      if (!conflict?.current) throw error;
      const theirs = translationIn(conflict, text.field, language);
      if (theirs !== wanted.was) throw new TranslationClash(theirs, conflict.current, conflict.changedBy);
      if (tries >= MAX_TRIES) throw error;
      return save({ ...wanted, version: conflict.current.version }, tries + 1);
    }
  }

  return useMutation({
    scope: { id: `translation-${channel.id}-${item.kind}-${item.id}` },
    mutationFn: (wanted: Wanted) => save(wanted),
    onSuccess: async (newer) => {
      take(newer);
      showToast({ type: 'success', text: t('languages.saved') });
      onSaved();
      await client.invalidateQueries({ queryKey: ['rows', channel.id] });
    },
  });
}

export function isGone(error: Error): boolean {
  const conflict = versionConflict(error);
  return (error instanceof ApiError && error.status === 404) || (conflict !== null && conflict.current === null);
}

/** The translation of a field in the newest version. */
function translationIn({ current }: VersionConflict, field: string, language: Locale): string {
  const texts: unknown = current?.['texts'];
  const found: unknown = Array.isArray(texts) ? texts.find((one) => property(one, 'field') === field) : undefined;
  const said = property(property(found, 'translations'), language);
  return typeof said === 'string' ? said : '';
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
