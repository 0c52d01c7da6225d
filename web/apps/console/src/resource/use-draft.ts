import { useRef, useState } from 'react';
import { beginEditing, type Editing, isUnsaved, type Stored } from './editing.ts';
import type { Fields } from './draft.ts';
import { type DraftPlace, forgetDraft, keepDraft, readDraft } from './kept-drafts.ts';

export interface DraftHandle {
  readonly editing: Editing;
  /** The latest state, also before the next render. */
  readonly current: () => Editing;
  readonly change: (change: (editing: Editing) => Editing) => void;
}

/** The state of a form, whose unsaved changes survive a reload. */
export function useDraft(place: DraftPlace, stored: Stored | null, blank: Fields): DraftHandle {
  const [editing, setEditing] = useState(() => beginEditing(stored, blank, readDraft(place, stored?.id ?? null)));
  // A queued save continues from the answer of the one before it, which may come before the next render.
  const latest = useRef(editing);
  const change: DraftHandle['change'] = (make) => {
    const before = latest.current;
    const now = make(before);
    latest.current = now;
    setEditing(now);
    if (before.id !== now.id) forgetDraft(place, before.id);
    if (!isUnsaved(now)) forgetDraft(place, now.id);
    else {
      const { version, base, draft, attempt } = now;
      keepDraft(place, now.id, { at: Date.now(), version, base, draft, attempt });
    }
  };
  return { editing, current: () => latest.current, change };
}
