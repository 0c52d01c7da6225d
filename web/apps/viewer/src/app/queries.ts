import { ApiError, fetchEvent, fetchHomeEvents, fetchPage } from '@touchline/api';
import { queryOptions } from '@tanstack/react-query';
import type { HomeSearch } from '../features/filter/home-filter.ts';
import type { RouterContext } from './context.ts';

/** Scores and states move on while somebody looks; a tab in the background does not ask. */
const REFRESH_MS = 60_000;

export function homeQuery({ connection, boot }: RouterContext, search: HomeSearch) {
  const carried = search.school || search.team ? null : boot.home;
  return queryOptions({
    queryKey: ['home', search.school ?? '', search.team ?? ''],
    queryFn: ({ signal }) => fetchHomeEvents(connection, { ...search }, signal),
    refetchInterval: REFRESH_MS,
    ...(carried && { initialData: carried, initialDataUpdatedAt: performance.timeOrigin }),
  });
}

export function eventQuery({ connection }: Pick<RouterContext, 'connection'>, id: number) {
  return queryOptions({
    queryKey: ['event', id],
    queryFn: ({ signal }) => fetchEvent(connection, id, signal),
    refetchInterval: REFRESH_MS,
  });
}

export function pageQuery({ connection }: Pick<RouterContext, 'connection'>, alias: string) {
  return queryOptions({
    queryKey: ['page', alias],
    queryFn: ({ signal }) => fetchPage(connection, alias, signal),
  });
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
