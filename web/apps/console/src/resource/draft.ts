/** What a field holds. */
export type Value = string | number | boolean | null;

/**
 * The fields of a thing by name, each text of a translation by itself: `question`, `translations.fr.question`. So what two
 * people change in two languages is no conflict.
 */
export type Fields = Readonly<Record<string, Value>>;

/** A text that a language does not have. */
const MISSING = '';

export function fieldValue(fields: Fields, name: string): Value {
  return fields[name] ?? (name.startsWith('translations.') ? MISSING : null);
}

const namesOf = (...all: readonly Fields[]): string[] => [...new Set(all.flatMap((fields) => Object.keys(fields)))];

/** What was changed, by the names of the fields. */
export function diff(base: Fields, draft: Fields): Fields {
  const changed = namesOf(base, draft).filter((name) => fieldValue(base, name) !== fieldValue(draft, name));
  return Object.fromEntries(changed.map((name) => [name, fieldValue(draft, name)]));
}

export function isChanged(base: Fields, draft: Fields): boolean {
  return Object.keys(diff(base, draft)).length > 0;
}

/** A field that two people changed, each to another value. */
export interface Clash {
  readonly mine: Value;
  readonly theirs: Value;
  readonly was: Value;
}

export interface Merged {
  /** With mine where both changed a field. */
  readonly draft: Fields;
  /** The fields that came from them. */
  readonly taken: readonly string[];
  readonly clashes: Readonly<Record<string, Clash>>;
}

/** Two changes of the same base in one: fields that one side changed are as that side has them. */
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
