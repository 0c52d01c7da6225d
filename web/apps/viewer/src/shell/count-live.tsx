import { fetchGames } from '@touchline/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { queryClient } from '../queries/query-client.ts';
import { useLiveCount } from './live-count.ts';

/** Live updates bring a change of state; this is for pages that they do not reach. */
const REFRESH_MS = 300_000;

/** Keeps the marks in the navigation right; shows nothing itself. */
export function CountLive() {
  const { connection } = useAppContext();
  const setCount = useLiveCount((live) => live.setCount);
  const { data } = useQuery(
    {
      queryKey: ['games', 'live-count'],
      queryFn: ({ signal }) => fetchGames(connection, { stream_status: 'live', limit: 1 }, signal),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
  useEffect(() => {
    if (data) setCount(data.total);
  }, [data, setCount]);
  return null;
}
