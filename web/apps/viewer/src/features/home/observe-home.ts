import type { HomeEvents } from '@touchline/api';
import { QueryObserver } from '@tanstack/react-query';
import type { HomeSearch } from '../../game-filters/home-filter.ts';
import type { RouterContext } from '../../channel/router-context.ts';
import { homeQuery } from '../../queries/queries.ts';
import { queryClient } from '../../queries/query-client.ts';

export interface HomeResult {
  readonly data: HomeEvents | undefined;
  /** Whether the answer was made for this visitor or member; the page carries the visitor's. */
  readonly isOwn: boolean;
  readonly failed: boolean;
}

export interface HomeObservation {
  refetch(): void;
  end(): void;
}

/** Follows home's games through the query cache, outside of React's own hooks. */
export function observeHome(
  context: RouterContext,
  search: HomeSearch,
  onResult: (result: HomeResult) => void,
): HomeObservation {
  const observer = new QueryObserver(queryClient, homeQuery(context, search));
  const tell = () => {
    const { data, dataUpdatedAt, isError } = observer.getCurrentResult();
    onResult({ data, isOwn: dataUpdatedAt > 0, failed: isError });
  };
  const unsubscribe = observer.subscribe(tell);
  tell();
  return { refetch: () => void observer.refetch(), end: unsubscribe };
}
