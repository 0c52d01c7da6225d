import { infiniteQueryOptions } from '@tanstack/react-query';
import { fetchClips } from '@touchline/api/console';

const PART = 25;
/** The server goes no deeper. */
const DEEPEST = 10_000;

/** The clips of a channel, a part at a time, or one of them. */
export function clipsQuery(channel: number, clip?: number) {
  return infiniteQueryOptions({
    queryKey: ['clips', channel, clip],
    queryFn: ({ signal, pageParam }) =>
      fetchClips(channel, { offset: pageParam, limit: PART, ...(clip !== undefined && { clip }) }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ clips, total }, _, offset) => {
      const next = offset + clips.length;
      return clips.length > 0 && next < Math.min(total, DEEPEST) ? next : null;
    },
  });
}
