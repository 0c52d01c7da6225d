import { queryOptions } from '@tanstack/react-query';
import { fetchTeam } from '@touchline/api/console';

export function teamQuery(channel: number) {
  return queryOptions({ queryKey: ['team', channel], queryFn: ({ signal }) => fetchTeam(channel, signal) });
}
