import { queryOptions } from '@tanstack/react-query';
import { fetchTokens } from '@touchline/api/console';

export function tokensQuery(channel: number) {
  return queryOptions({ queryKey: ['tokens', channel], queryFn: ({ signal }) => fetchTokens(channel, signal) });
}
