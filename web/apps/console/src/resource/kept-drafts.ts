import type { KeptDraft } from './editing.ts';

/** The operator, the channel and the kind of the drafts. */
export interface DraftPlace {
  readonly operator: number;
  readonly channel: number;
  readonly kind: string;
}

type Item = number | null;

const beginOf = ({ operator, channel, kind }: DraftPlace) => `touchline-draft:${operator}:${channel}:${kind}:`;
const prefixOf = (place: DraftPlace, item: Item) => `${beginOf(place)}${item ?? 'new'}:`;

/** Browsers may deny storage; drafts are then not kept. */
function stored<T>(access: (storage: Storage) => T, otherwise: T): T {
  try {
    return access(localStorage);
  } catch {
    return otherwise;
  }
}

const keysOf = (storage: Storage, prefix: string) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );

/** The newest draft of an item, on any version. */
export function readDraft(place: DraftPlace, item: Item): KeptDraft | null {
  const drafts = stored(
    (storage) => keysOf(storage, prefixOf(place, item)).flatMap((key) => parse(storage.getItem(key))),
    [],
  );
  return drafts.toSorted((one, other) => other.at - one.at)[0] ?? null;
}

/** Replaces the earlier drafts of the item. */
export function keepDraft(place: DraftPlace, item: Item, draft: KeptDraft): void {
  const key = `${prefixOf(place, item)}${draft.version}`;
  stored((storage) => {
    storage.setItem(key, JSON.stringify(draft));
    for (const other of keysOf(storage, prefixOf(place, item))) if (other !== key) storage.removeItem(other);
  }, undefined);
}

export function forgetDraft(place: DraftPlace, item: Item): void {
  stored((storage) => {
    for (const key of keysOf(storage, prefixOf(place, item))) storage.removeItem(key);
  }, undefined);
}

/** The ids of items with a draft; null is the new item. */
export function itemsWithDraft(place: DraftPlace): ReadonlySet<Item> {
  const begin = beginOf(place);
  const words = stored((storage) => keysOf(storage, begin).map((key) => key.slice(begin.length).split(':')[0]), []);
  return new Set(words.map((word) => (word === 'new' ? null : Number(word))));
}

/** Skips drafts in the format of another release. */
function parse(text: string | null): readonly KeptDraft[] {
  const value: unknown = JSON.parse(text ?? 'null');
  return isDraft(value) ? [value] : [];
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const isFields = (name: string) => typeof fields.get(name) === 'object' && fields.get(name) !== null;
  return (
    typeof fields.get('at') === 'number' &&
    typeof fields.get('version') === 'number' &&
    isFields('base') &&
    isFields('draft')
  );
}
