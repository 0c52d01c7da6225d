import type { Clip, Connection, Listed } from '@touchline/api';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { lengthen } from './reel.ts';

/** So many come at once. */
const PART = 12;

export type LoadClips = (
  connection: Connection,
  part: { readonly limit: number; readonly offset: number },
  signal: AbortSignal | null,
) => Promise<Listed<Clip>>;

/** A list of clips that goes on when it is asked to. It stays with the function that it first got. */
export function useClips(load: LoadClips) {
  const { connection } = useAppContext();
  const [first] = useState(() => (to: Connection, signal: AbortSignal) => load(to, { limit: PART, offset: 0 }, signal));
  const { data, failed, reload } = useLoaded(first);
  const [more, setMore] = useState<readonly Clip[]>([]);
  const [gone, setGone] = useState<readonly number[]>([]);
  const [going, setGoing] = useState<'no' | 'on' | 'lost'>('no');
  const clips = data && lengthen(data.items, more).filter(({ id }) => !gone.includes(id));
  const total = (data?.total ?? 0) - gone.length;
  return {
    /** Undefined until the first answer. */
    clips,
    total,
    failed,
    reload,
    rest: {
      has: clips !== undefined && clips.length < total,
      going,
      loadMore: () => {
        setGoing('on');
        load(connection, { limit: PART, offset: clips?.length ?? 0 }, null).then(
          ({ items }) => {
            setMore((before) => lengthen(before, items));
            setGoing('no');
          },
          () => setGoing('lost'),
        );
      },
    },
    remove: (id: number) => setGone((before) => [...before, id]),
  };
}
