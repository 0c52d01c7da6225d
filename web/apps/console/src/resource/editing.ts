import { type Clash, type Fields, isChanged, merge } from './draft.ts';

/** A try to make a new thing that may have succeeded without our hearing of it. */
interface Attempt {
  readonly key: string;
  readonly fields: Fields;
}

/** What somebody else did while this form was open. */
export interface News {
  readonly by: string | null;
  /** Seconds since 1970. */
  readonly at: number | null;
}

/** A thing in a form: what it was when it was read, and what it is to become. */
export interface Editing {
  /** Null for a new one. */
  readonly id: number | null;
  /** Of the base; 0 for a new one. */
  readonly version: number;
  readonly base: Fields;
  readonly draft: Fields;
  readonly attempt?: Attempt | undefined;
  /** Both sides of what two people have changed, until it is saved. */
  readonly clashes: Readonly<Record<string, Clash>>;
  /** The fields that came from somebody else. */
  readonly taken: readonly string[];
  readonly news?: News | undefined;
  /** Somebody has removed it. */
  readonly removed?: News | undefined;
  /** When the draft was left that this form began with; milliseconds. */
  readonly leftAt?: number | undefined;
}

/** A version as the server has it. */
export interface Stored {
  readonly id: number;
  readonly version: number;
  readonly fields: Fields;
}

/** A draft that was left unsaved. */
export interface KeptDraft {
  /** Milliseconds. */
  readonly at: number;
  readonly version: number;
  readonly base: Fields;
  readonly draft: Fields;
  readonly attempt?: Attempt | undefined;
}

/** Goes on with the draft that was left, if there is one; what was saved by others meanwhile comes in. */
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

/** After a save of `sent`; what was typed since stays to be saved. */
export function afterSave(editing: Editing, sent: Fields, { id, version, fields }: Stored): Editing {
  const { draft } = merge(sent, editing.draft, fields);
  return { ...editing, id, version, base: fields, draft, attempt: undefined, clashes: {}, leftAt: undefined };
}

/** Back to what is saved. */
export function discarded({ id, version, base }: Editing): Editing {
  return { id, version, base, draft: base, clashes: {}, taken: [] };
}

export const isUnsaved = ({ base, draft }: Editing) => isChanged(base, draft);
