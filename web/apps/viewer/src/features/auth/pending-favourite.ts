import type { HistoryState } from '@tanstack/react-router';

type Favourite = NonNullable<HistoryState['favourite']>;

const KEY = 'rudy_wished';
const TYPES: readonly Favourite['type'][] = ['participant', 'group', 'category', 'event', 'location'];

/** Keeps the pressed favourite while the visitor is at a social login provider, in this tab only. */
export function storePendingFavourite(favourite: Favourite | undefined): void {
  try {
    if (favourite) sessionStorage.setItem(KEY, JSON.stringify(favourite));
    else sessionStorage.removeItem(KEY);
  } catch {
    // No storage: they press it again.
  }
}

/** What was kept, once. */
export function takePendingFavourite(): Favourite | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return isFavourite(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isFavourite(kept: unknown): kept is Favourite {
  if (typeof kept !== 'object' || kept === null) return false;
  const { type, id, name }: { type?: unknown; id?: unknown; name?: unknown } = kept;
  return TYPES.some((one) => one === type) && typeof id === 'number' && typeof name === 'string';
}
