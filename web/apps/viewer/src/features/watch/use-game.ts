import type { Event } from '@touchline/api';
import { useQuery } from '@tanstack/react-query';
import { useAppContext } from '../../channel/channel.ts';
import { eventQuery, REFRESH_MS } from '../../queries/queries.ts';
import { queryClient } from '../../queries/query-client.ts';
import { stageKind } from './stage-kind.ts';

/** Pictures that are on their way are worth asking for this often: nothing else tells of them. */
const AWAITED_MS = 5_000;

/** One game; what a list knows of it will do until the answer is here. */
export function useGame(id: number, known?: Event) {
  return useQuery(
    {
      ...eventQuery(useAppContext(), id),
      placeholderData: () => known,
      refetchInterval: ({ state: { data } }) =>
        data && stageKind(data, false) === 'awaited' ? AWAITED_MS : REFRESH_MS,
    },
    queryClient,
  );
}
