import { queryOptions } from '@tanstack/react-query';
import { fetchDeletion, fetchHosts, fetchRenewing, fetchServerChannels } from '@touchline/api/console';

export function hostsQuery(channel: number) {
  return queryOptions({ queryKey: ['hosts', channel], queryFn: ({ signal }) => fetchHosts(channel, signal) });
}

export const serverChannelsQuery = queryOptions({
  queryKey: ['server-channels'],
  queryFn: ({ signal }) => fetchServerChannels(signal),
});

/** How many subscriptions renew during a pause; asked anew each time. */
export function renewingQuery(channel: number) {
  return queryOptions({
    queryKey: ['renewing', channel],
    queryFn: ({ signal }) => fetchRenewing(channel, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Asked anew each time: games end and orders are paid meanwhile. */
export function deletionQuery(channel: number) {
  return queryOptions({
    queryKey: ['deletion', channel],
    queryFn: ({ signal }) => fetchDeletion(channel, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
