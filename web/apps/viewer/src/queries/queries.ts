import { ApiError, fetchEvent, fetchHomeEvents, fetchPage } from '@touchline/api';
import { queryOptions } from '@tanstack/react-query';
import type { HomeSearch } from '../game-filters/home-filter.ts';
import type { RouterContext } from '../channel/router-context.ts';
import { useSession } from '../session/session.ts';

/** Live updates bring changes; this is for pages that they do not reach. */
export const REFRESH_MS = 300_000;

/** The page carries what an anonymous visitor sees: for a member it will do until the first answer. */
const carriedAt = (): number => (useSession.getState().user ? 0 : performance.timeOrigin);

export function homeQuery({ connection, boot }: RouterContext, search: HomeSearch) {
  const carried = Object.keys(search).length === 0 ? boot.home : null;
  const member = useSession.getState().user?.id ?? null;
  return queryOptions({
    queryKey: ['home', search, member],
    queryFn: ({ signal }) => fetchHomeEvents(connection, search, signal),
    refetchInterval: REFRESH_MS,
    ...(carried && { initialData: carried, initialDataUpdatedAt: carriedAt() }),
  });
}

export function eventQuery({ connection, boot }: RouterContext, id: number) {
  const carried = boot.event?.id === id ? boot.event : null;
  return queryOptions({
    queryKey: ['event', id],
    queryFn: ({ signal }) => fetchEvent(connection, id, signal),
    refetchInterval: REFRESH_MS,
    ...(carried && { initialData: carried, initialDataUpdatedAt: carriedAt() }),
  });
}

export function pageQuery({ connection, boot }: RouterContext, alias: string) {
  const carried = boot.page?.alt_name === alias ? boot.page : null;
  return queryOptions({
    queryKey: ['page', alias],
    queryFn: ({ signal }) => fetchPage(connection, alias, signal),
    ...(carried && { initialData: carried, initialDataUpdatedAt: performance.timeOrigin }),
  });
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
