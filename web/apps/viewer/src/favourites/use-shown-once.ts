import { useState } from 'react';

/**
 * Everything that has been in the list since it was first shown, whether or not it still is: what a finger has just
 * taken out stays, with its heart to put it back.
 */
export function useShownOnce<T>(now: readonly T[], idOf: (entry: T) => string | number): readonly T[] {
  const [shown, setShown] = useState<readonly T[]>(now);
  const current = new Map(now.map((entry) => [idOf(entry), entry]));
  const before = new Set(shown.map(idOf));
  const came = now.filter((entry) => !before.has(idOf(entry)));
  const isChanged = came.length > 0 || shown.some((entry) => (current.get(idOf(entry)) ?? entry) !== entry);
  if (!isChanged) return shown;
  const next = [...shown.map((entry) => current.get(idOf(entry)) ?? entry), ...came];
  setShown(next);
  return next;
}
