import { useRef, useState } from 'react';
import { beginEditing, type Editing, isUnsaved, type Stored } from './editing.ts';
import type { Fields } from './draft.ts';
import { type DraftPlace, forgetDraft, keepDraft, readDraft } from './kept-drafts.ts';

export interface DraftHandle {
  readonly editing: Editing;
  /** What is there now, also within one event or after an answer. */
  readonly current: () => Editing;
  readonly change: (change: (editing: Editing) => Editing) => void;
}

/** A thing in a form, whose unsaved changes outlive the page. */
export function useDraft(place: DraftPlace, stored: Stored | null, blank: Fields): DraftHandle {
  const [editing, setEditing] = useState(() => beginEditing(stored, blank, readDraft(place, stored?.id ?? null)));
  // Saves run one after the other and go on from each other's answers, which may come before the next render.
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
