import { type ClipAudience, fetchClipAudience } from '@touchline/api';
import { useEffect, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { roundTime } from './clock.ts';
import type { Stretch } from './range.ts';

/** A handle that is dragged asks once it rests. */
const REST_MS = 250;

/** The audience of a clip of this range; undefined before the first answer, the last one while the next is loading. */
export function useClipAudience(
  eventId: number,
  mediaId: number | undefined,
  range: Stretch,
): ClipAudience | undefined {
  const { connection } = useAppContext();
  const [audience, setAudience] = useState<ClipAudience>();
  const { start, end } = range;
  useEffect(() => {
    if (end <= start) return;
    const leaving = new AbortController();
    const cut = {
      event_id: eventId,
      ...(mediaId !== undefined && { event_media_id: mediaId }),
      start_time: start,
      duration: roundTime(end - start),
    };
    const asking = setTimeout(() => {
      // Without an answer the editor says nothing: the server decides when the clip is saved.
      fetchClipAudience(connection, cut, leaving.signal).then(setAudience, () => undefined);
    }, REST_MS);
    return () => {
      clearTimeout(asking);
      leaving.abort();
    };
  }, [connection, eventId, mediaId, start, end]);
  return audience;
}
