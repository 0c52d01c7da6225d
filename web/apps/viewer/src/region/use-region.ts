import { fetchGeo } from '@touchline/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAppContext } from '../channel/channel.ts';
import type { RouterContext } from '../channel/router-context.ts';
import { queryClient } from '../queries/query-client.ts';
import { useSession } from '../session/session.ts';

interface Region {
  /** The visitor's region is blocked; false until it is known. */
  readonly blocked: boolean;
  /** Two letters of where the visitor seems to be. */
  readonly country: string | null;
}

function geoQuery({ connection }: Pick<RouterContext, 'connection'>) {
  return queryOptions({
    queryKey: ['geo'],
    queryFn: ({ signal }) => fetchGeo(connection, signal),
    staleTime: Infinity,
  });
}

/** Whether the visitor's region is blocked, for screens that play something. The server is asked once. */
export function useRegion(): Region {
  const blockedMember = useSession(({ user }) => user?.is_geo_blocked ?? false);
  const { data } = useQuery(geoQuery(useAppContext()), queryClient);
  return { blocked: blockedMember || (data?.is_geo_blocked ?? false), country: data?.country_code ?? null };
}
