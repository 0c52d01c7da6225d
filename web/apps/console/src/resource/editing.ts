import { type Clash, type Fields, isChanged, merge } from './draft.ts';

/** A create call whose answer may have been lost. */
interface Attempt {
  readonly key: string;
  readonly fields: Fields;
}

/** Another operator's change during the editing. */
export interface News {
  readonly by: string | null;
  /** Seconds since 1970. */
  readonly at: number | null;
}

/** An item in a form: the version that was read, and the operator's draft on it. */
export interface Editing {
  /** Null for a new one. */
  readonly id: number | null;
  /** Of the base; 0 for a new one. */
  readonly version: number;
  readonly base: Fields;
  readonly draft: Fields;
  readonly attempt?: Attempt | undefined;
  /** Fields that two operators changed to different values, until they are saved. */
  readonly clashes: Readonly<Record<string, Clash>>;
  /** Fields whose value came from another operator's version. */
  readonly taken: readonly string[];
  readonly news?: News | undefined;
  /** Another operator has removed the item. */
  readonly removed?: News | undefined;
  /** When the kept draft was last changed, in milliseconds. */
  readonly leftAt?: number | undefined;
}

/** A version as the server stores it. */
export interface Stored {
  readonly id: number;
  readonly version: number;
  readonly fields: Fields;
}

/** An unsaved draft in the browser's storage. */
export interface KeptDraft {
  /** Milliseconds. */
  readonly at: number;
  readonly version: number;
  readonly base: Fields;
  readonly draft: Fields;
  readonly attempt?: Attempt | undefined;
}

/** Begins with the kept draft, if there is one, rebased onto the newest version. */
export function beginEditing(stored: Stored | null, blank: Fields, kept: KeptDraft | null): Editing {
  const base = stored?.fields ?? blank;
  const fresh = { id: stored?.id ?? null, version: stored?.version ?? 0, base, draft: base, clashes: {}, taken: [] };
  if (!kept) return fresh;
  const { version, draft, attempt, at: leftAt } = kept;
  const left = { ...fresh, version, base: kept.base, draft, attempt, leftAt };
  const now = stored && stored.version !== version ? rebased(left, stored, { by: null, at: null }) : left;
  return isUnsaved(now) ? now : fresh;
}

/** The same changes on a newer version. */
export function rebased(editing: Editing, { id, version, fields }: Stored, news: News): Editing {
  const { draft, taken, clashes } = merge(editing.base, editing.draft, fields);
  const open = Object.entries(editing.clashes).filter(([name]) => !taken.includes(name));
  return {
    ...editing,
    id,
    version,
    base: fields,
    draft,
    clashes: { ...Object.fromEntries(open), ...clashes },
    taken: [...new Set([...editing.taken, ...taken])],
    news,
  };
}

/** After a save of `sent`; text typed since stays unsaved. */
export function afterSave(editing: Editing, sent: Fields, { id, version, fields }: Stored): Editing {
  const { draft } = merge(sent, editing.draft, fields);
  return { ...editing, id, version, base: fields, draft, attempt: undefined, clashes: {}, leftAt: undefined };
}

/** Drops the draft. */
export function discarded({ id, version, base }: Editing): Editing {
  return { id, version, base, draft: base, clashes: {}, taken: [] };
}

export const isUnsaved = ({ base, draft }: Editing) => isChanged(base, draft);
