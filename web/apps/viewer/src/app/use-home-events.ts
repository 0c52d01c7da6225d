import type { HomeEvents } from '@touchline/api';
import { useEffect, useRef, useState } from 'react';
import type { HomeSearch } from '../features/filter/home-filter.ts';
import { useAppContext } from './channel.ts';
import type { HomeObservation, HomeResult } from './observe-home.ts';

/** What each view of home showed last, for the moment until the cache speaks. */
const latest = new Map<string, HomeEvents>();

interface HomeRemote extends HomeResult {
  retry(): void;
}

/**
 * Home's games. What the page carries shows at once; the query engine, which the first paint can do without,
 * loads afterwards and takes over.
 */
export function useHomeEvents(search: HomeSearch, enabled: boolean): HomeRemote {
  const context = useAppContext();
  const { school = '', team = '' } = search;
  const key = JSON.stringify([school, team]);
  const carried = school || team ? undefined : (context.boot.home ?? undefined);
  const [result, setResult] = useState<HomeResult & { readonly key: string }>({
    key: '',
    data: undefined,
    failed: false,
  });
  const retry = useRef<() => void>(undefined);

  useEffect(() => {
    if (!enabled) return;
    const wanted = { ...(school && { school }), ...(team && { team }) };
    let observation: HomeObservation | undefined;
    let gone = false;
    const show = (next: HomeResult) => {
      if (gone) return;
      if (next.data) latest.set(key, next.data);
      setResult({ key, ...next });
    };
    const connect = () => {
      import('./observe-home.ts').then(
        ({ observeHome }) => {
          if (gone) return;
          observation = observeHome(context, wanted, show);
          retry.current = observation.refetch;
        },
        () => show({ data: undefined, failed: true }),
      );
    };
    retry.current = connect;
    connect();
    return () => {
      gone = true;
      observation?.end();
    };
  }, [context, key, school, team, enabled]);

  const current = result.key === key ? result : { data: undefined, failed: false };
  return {
    data: current.data ?? latest.get(key) ?? carried,
    failed: current.failed,
    retry: () => retry.current?.(),
  };
}
