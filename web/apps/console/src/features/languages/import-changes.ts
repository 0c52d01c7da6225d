import { importTranslations, type TranslationChange, type TranslationOutcome } from '@touchline/api/console';
import type { Locale } from '@touchline/i18n';

/** Changes of one request, and the length of their texts: the server takes 1 MB. */
const MAX_BATCH = 50;
const MAX_SIGNS = 150_000;

/** A thing whose translations were not written, and why. */
export interface NotWritten {
  readonly name: string;
  readonly kind: TranslationChange['kind'];
  readonly outcome: TranslationOutcome;
}

export interface ImportProgress {
  /** Translations that are written. */
  readonly written: number;
  /** Translations that were tried. */
  readonly done: number;
  readonly notWritten: readonly NotWritten[];
}

export const NOTHING_DONE: ImportProgress = { written: 0, done: 0, notWritten: [] };

/** An import that could not go on; what was written before stays. */
export class ImportStopped extends Error {
  readonly progress: ImportProgress;

  constructor(progress: ImportProgress, cause: unknown) {
    super('the import stopped', { cause });
    this.progress = progress;
  }
}

const keyOf = ({ kind, id }: Pick<TranslationChange, 'kind' | 'id'>) => `${kind} ${id}`;

/** The changes in their order, so many at a time that a request stays small. */
export function batchesOf(changes: readonly TranslationChange[]): readonly (readonly TranslationChange[])[] {
  const batches: TranslationChange[][] = [];
  let size = 0;
  for (const change of changes) {
    const last = batches.at(-1);
    size += change.text.length;
    if (last && last.length < MAX_BATCH && size <= MAX_SIGNS) last.push(change);
    else {
      batches.push([change]);
      size = change.text.length;
    }
  }
  return batches;
}

/** Writes the changes of a file, some at a time. A thing in two batches is written on the version of its first. */
export async function importChanges(
  channel: number,
  language: Locale,
  changes: readonly TranslationChange[],
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const versions = new Map<string, number>();
  const failed = new Set<string>();
  let progress = NOTHING_DONE;
  for (const part of batchesOf(changes)) {
    const batch = part
      .filter((change) => !failed.has(keyOf(change)))
      .map(({ kind, id, version, field, text }) => ({
        kind,
        id,
        version: versions.get(keyOf({ kind, id })) ?? version,
        field,
        text,
      }));
    const isEmpty = batch.length === 0;
    const outcomes = await (isEmpty
      ? []
      : importTranslations(channel, language, batch).catch((cause: unknown) => {
          throw new ImportStopped(progress, cause);
        }));
    const notWritten: NotWritten[] = [];
    for (const outcome of outcomes) {
      if (outcome.version !== null && outcome.state === 'saved') versions.set(keyOf(outcome), outcome.version);
      else {
        failed.add(keyOf(outcome));
        const name = part.find((change) => keyOf(change) === keyOf(outcome))?.name ?? '';
        notWritten.push({ name, kind: outcome.kind, outcome });
      }
    }
    progress = {
      written: progress.written + batch.filter((change) => !failed.has(keyOf(change))).length,
      done: progress.done + part.length,
      notWritten: [...progress.notWritten, ...notWritten],
    };
    onProgress(progress);
  }
  return progress;
}
