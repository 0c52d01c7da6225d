import { useEffect, useRef, useState } from 'react';
import type { HomeSearch } from '../../game-filters/home-filter.ts';
import { useAppContext } from '../../channel/channel.ts';
import type { HomeObservation, HomeResult } from './observe-home.ts';
import { useSession } from '../../session/session.ts';
import { whenIdle } from '../../loading/when-idle.ts';

/** What each view of home showed last, for the moment until the cache speaks. */
const latest = new Map<string, HomeResult>();

const NOTHING: HomeResult = { data: undefined, isOwn: false, failed: false };

interface HomeRemote extends HomeResult {
  retry(): void;
}

/**
 * Home's games. What the page carries shows at once; the query engine, which the first paint can do without,
 * loads afterwards and takes over.
 */
export function useHomeEvents(search: HomeSearch, enabled: boolean): HomeRemote {
  const context = useAppContext();
  const member = useSession(({ user }) => user?.id ?? null);
  const query = JSON.stringify(search);
  const key = `${query} ${member}`;
  const carried = query === '{}' ? (context.boot.home ?? undefined) : undefined;
  const isCarried = carried !== undefined;
  const [result, setResult] = useState<HomeResult & { readonly key: string }>({ key: '', ...NOTHING });
  const retry = useRef<() => void>(undefined);

  useEffect(() => {
    if (!enabled) return;
    const wanted: HomeSearch = JSON.parse(query);
    let observation: HomeObservation | undefined;
    let gone = false;
    const show = (next: HomeResult) => {
      if (gone) return;
      if (next.data) latest.set(key, next);
      setResult({ key, ...next });
    };
    const connect = () => {
      import('./observe-home.ts').then(
        ({ observeHome }) => {
          if (gone) return;
          observation = observeHome(context, wanted, show);
          retry.current = observation.refetch;
        },
        () => show({ ...NOTHING, failed: true }),
      );
    };
    retry.current = connect;
    if (!isCarried) connect();
    const cancel = isCarried ? whenIdle(connect) : undefined;
    return () => {
      gone = true;
      cancel?.();
      observation?.end();
    };
  }, [context, key, query, enabled, isCarried]);

  const current = result.key === key ? result : NOTHING;
  const { data, isOwn } = current.data ? current : (latest.get(key) ?? { data: carried, isOwn: member === null });
  return {
    data,
    isOwn,
    failed: current.failed,
    retry: () => retry.current?.(),
  };
}
