import { type Clip, fetchSharedClip } from '@touchline/api';
import { useEffect, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';

const ASK_MS = 2_000;

/** A clip as it is now: while its file is being made, the server is asked again and again. */
export function useFollowedClip(first: Clip): readonly [clip: Clip, set: (clip: Clip) => void] {
  const { connection } = useAppContext();
  const [clip, setClip] = useState(first);
  const { id, uuid } = clip;
  // To others the file is nothing that they wait for.
  const isAwaited = clip.status === 'processing' && (clip.is_mine || clip.can_download);
  useEffect(() => {
    if (!isAwaited) return;
    const leaving = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      // By its link, the only access that some viewers have. A failed request is repeated at the next tick.
      fetchSharedClip(connection, { id, uuid }, leaving.signal).then(setClip, () => undefined);
    }, ASK_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [connection, id, uuid, isAwaited]);
  return [clip, setClip];
}
