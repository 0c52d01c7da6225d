import { fetchForm } from '@touchline/api';
import { queryOptions } from '@tanstack/react-query';
import type { RouterContext } from '../channel/router-context.ts';

/** A form of the channel, or null where it has none of that name. */
export function formQuery({ connection }: Pick<RouterContext, 'connection'>, alias: string) {
  return queryOptions({
    queryKey: ['form', alias],
    queryFn: ({ signal }) => fetchForm(connection, alias, signal),
    // A form that is being filled in must not change.
    staleTime: Infinity,
  });
}
