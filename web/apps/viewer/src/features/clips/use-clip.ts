import { ApiError, type Clip, type Connection } from '@touchline/api';
import { useCallback, useEffect, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';

const NOT_FOUND = 404;

type State = { readonly clip: Clip } | 'loading' | 'missing' | 'failed';

/** One clip. The function has to be the same one in every render. */
export function useClip(load: (connection: Connection, signal: AbortSignal) => Promise<Clip>) {
  const { connection } = useAppContext();
  const [state, setState] = useState<State>('loading');
  const start = useCallback(
    (signal: AbortSignal) => {
      load(connection, signal).then(
        (clip) => setState({ clip }),
        (error: unknown) => {
          if (!signal.aborted) setState(error instanceof ApiError && error.status === NOT_FOUND ? 'missing' : 'failed');
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
    setState('loading');
    start(new AbortController().signal);
  };
  return { state, reload };
}
