import { type Clip, type ClipTagCount, fetchMoments } from '@touchline/api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { lengthen, wantsMore } from './reel.ts';

/** So many come at once. */
const PART = 12;

interface Reel {
  readonly clips: readonly Clip[];
  readonly total: number;
  /** How many the server has listed: those that came twice count as well. */
  readonly listed: number;
}

/** The reel of one tag or of all clips; the next part loads when the viewer comes near its end. */
export function useMoments(tag: string | undefined, onTags: (tags: readonly ClipTagCount[]) => void) {
  const { connection } = useAppContext();
  const [reel, setReel] = useState<Reel | null>(null);
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);

  const load = useCallback(
    (offset: number, signal: AbortSignal | null) => {
      busy.current = true;
      fetchMoments(connection, { tag, limit: PART, offset }, signal)
        .then(
          ({ items, total, tags }) => {
            if (tags.length > 0) onTags(tags);
            setFailed(false);
            setReel((before) => ({
              clips: lengthen(before?.clips ?? [], items),
              // Nothing more comes, whatever was promised.
              total: items.length === 0 ? offset : total,
              listed: offset + items.length,
            }));
          },
          () => {
            if (!signal?.aborted) setFailed(true);
          },
        )
        .finally(() => {
          busy.current = false;
        });
    },
    [connection, tag, onTags],
  );
  useEffect(() => {
    const leaving = new AbortController();
    load(0, leaving.signal);
    return () => leaving.abort();
  }, [load]);

  return {
    /** Undefined until the first answer. */
    clips: reel?.clips,
    total: reel?.total ?? 0,
    failed,
    reload: () => {
      setFailed(false);
      load(0, null);
    },
    /** The viewer is at this clip of the reel. */
    arrive: (index: number) => {
      if (reel && !busy.current && wantsMore(index, reel.listed, reel.total)) load(reel.listed, null);
    },
  };
}
