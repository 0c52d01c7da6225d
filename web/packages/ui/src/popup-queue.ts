/** Popups wait in line: the first is on screen, the others follow when it closes. */

export interface QueuedPopup {
  readonly id: string;
}

/** Joins the line, unless a popup with the same id is already in it. */
export function enqueue<P extends QueuedPopup>(line: readonly P[], popup: P): readonly P[] {
  return line.some(({ id }) => id === popup.id) ? line : [...line, popup];
}

export function leave<P extends QueuedPopup>(line: readonly P[], id: string): readonly P[] {
  return line.some((popup) => popup.id === id) ? line.filter((popup) => popup.id !== id) : line;
}
