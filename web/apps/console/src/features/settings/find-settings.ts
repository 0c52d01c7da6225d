import type { ConsoleKey, ConsoleTranslate } from '@touchline/i18n';
import { GROUPS } from './settings.ts';

/** What the section on embedding can be found by. */
const EMBEDDING: readonly ConsoleKey[] = ['embedding.title', 'embedding.text', 'embedding.hosts', 'embedding.code'];

/** What the section with the checks of ids can be found by. */
const IDS: readonly ConsoleKey[] = ['ids.title', 'ids.text', 'ids.check', 'ids.secret'];

interface Found {
  /** The names of the fields. */
  readonly names: ReadonlySet<string>;
  readonly hasEmbedding: boolean;
  readonly hasIds: boolean;
}

/** The settings whose group, label or help has the text. */
export function findSettings(find: string, t: ConsoleTranslate, locale: string): Found {
  const wanted = find.trim().toLocaleLowerCase(locale);
  const has = (...keys: readonly (ConsoleKey | undefined)[]) =>
    keys.some((key) => key && t(key).toLocaleLowerCase(locale).includes(wanted));
  const fields = GROUPS.flatMap(({ title, fields: own }) =>
    own.filter(({ label, help }) => has(title, label, help)).map(({ name }) => name),
  );
  return { names: new Set(fields), hasEmbedding: has(...EMBEDDING), hasIds: has(...IDS) };
}
