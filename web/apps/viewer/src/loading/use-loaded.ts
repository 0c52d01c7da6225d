import type { Connection } from '@touchline/api';
import { useCallback, useEffect, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';

interface Loaded<T> {
  /** Undefined until the first answer. */
  readonly data: T | undefined;
  /** When it came, in seconds since 1970. */
  readonly at: number;
  /** The latest try brought nothing. */
  readonly failed: boolean;
  readonly reload: () => void;
}

/**
 * What one call brings, for a list that no other screen shows: it needs no cache, and so not the query engine either.
 * The function has to be the same one in every render.
 */
export function useLoaded<T>(load: (connection: Connection, signal: AbortSignal) => Promise<T>): Loaded<T> {
  const { connection } = useAppContext();
  const [state, setState] = useState<{ data?: T; at: number; failed: boolean }>({ at: 0, failed: false });

  const start = useCallback(
    (signal: AbortSignal) => {
      load(connection, signal).then(
        (data) => setState({ data, at: Date.now() / 1000, failed: false }),
        () => {
          if (!signal.aborted) setState((before) => ({ ...before, failed: true }));
        },
      );
    },
    [connection, load],
  );
  useEffect(() => {
    const leaving = new AbortController();
    start(leaving.signal);
    return () => leaving.abort();
  }, [start]);

  const reload = () => {
    setState((before) => ({ ...before, failed: false }));
    start(new AbortController().signal);
  };
  return { data: state.data, at: state.at, failed: state.failed, reload };
}
