import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 64rem)';

/** Whether the window has room for all filters in a row, and for a month beside the games. */
export const isWide = (): boolean => matchMedia(WIDE).matches;

function subscribe(changed: () => void): () => void {
  const media = matchMedia(WIDE);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
