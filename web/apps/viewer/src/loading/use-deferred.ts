import { useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';
import { loadWithRetry } from './load-with-retry.ts';

/** A module that loads once the page has been painted; until it is there, and while it cannot be had, null. */
export function useDeferred<Module extends object>(load: () => Promise<Module>): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  useEffect(() => {
    let gone = false;
    // Effects may run before the paint.
    const cancel = whenIdle(() => {
      void loadWithRetry(load).then((loaded) => {
        if (!gone) setModule(loaded);
      });
    });
    return () => {
      gone = true;
      cancel();
    };
  }, [load]);
  return module;
}
