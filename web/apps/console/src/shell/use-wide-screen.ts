import { useSyncExternalStore } from 'react';

/** From where on the navigation stands beside the screen, as in `shell.css`. */
const WIDE = matchMedia('(min-width: 64rem)');

function subscribe(onChange: () => void): () => void {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}

/** Whether the navigation fits beside the screen. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches);
}
