/** The value of a field. */
export type Value = string | number | boolean | null;

/**
 * The fields of an item by name, with each translated text on its own: `question`, `translations.fr.question`. Changes in
 * two languages are therefore no conflict.
 */
export type Fields = Readonly<Record<string, Value>>;

/** A missing translation. */
const MISSING = '';

export function fieldValue(fields: Fields, name: string): Value {
  return fields[name] ?? (name.startsWith('translations.') ? MISSING : null);
}

const namesOf = (...all: readonly Fields[]): string[] => [...new Set(all.flatMap((fields) => Object.keys(fields)))];

/** The changed fields with their new values. */
export function diff(base: Fields, draft: Fields): Fields {
  const changed = namesOf(base, draft).filter((name) => fieldValue(base, name) !== fieldValue(draft, name));
  return Object.fromEntries(changed.map((name) => [name, fieldValue(draft, name)]));
}

export function isChanged(base: Fields, draft: Fields): boolean {
  return Object.keys(diff(base, draft)).length > 0;
}

/** A field that both sides changed, to different values. */
export interface Clash {
  readonly mine: Value;
  readonly theirs: Value;
  readonly was: Value;
}

export interface Merged {
  /** My value where both sides changed a field. */
  readonly draft: Fields;
  /** The fields with their value. */
  readonly taken: readonly string[];
  readonly clashes: Readonly<Record<string, Clash>>;
}

/** A three-way merge, field by field. */
export function merge(base: Fields, mine: Fields, theirs: Fields): Merged {
  const draft: Record<string, Value> = {};
  const taken: string[] = [];
  const clashes: Record<string, Clash> = {};
  for (const name of namesOf(base, mine, theirs)) {
    const [was, my, their] = [fieldValue(base, name), fieldValue(mine, name), fieldValue(theirs, name)];
    const isTheirs = my === was && their !== was;
    draft[name] = isTheirs ? their : my;
    if (isTheirs) taken.push(name);
    if (my !== was && their !== was && my !== their) clashes[name] = { mine: my, theirs: their, was };
  }
  return { draft, taken, clashes };
}
