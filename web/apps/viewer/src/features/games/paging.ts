import type { Event, Listed } from '@touchline/api';
import { MAX_PAGES, PAGE_SIZE } from '../../game-filters/limits.ts';

/** Pages count from 1. */
export const offsetOf = (page: number): number => (page - 1) * PAGE_SIZE;

export function pageAfter(page: number, total: number): number | null {
  return page < MAX_PAGES && page * PAGE_SIZE < total ? page + 1 : null;
}

/** How many games the last page of all ends with, where the server has more that it does not list. */
export function ceilingOf(page: number, total: number): number | null {
  const most = MAX_PAGES * PAGE_SIZE;
  return page >= MAX_PAGES && total > most ? most : null;
}

/** The games of all pages in turn; one that moved to the next page meanwhile counts once. */
export function gamesOf(pages: readonly Listed<Event>[]): readonly Event[] {
  const byId = new Map<number, Event>();
  for (const { items } of pages) for (const event of items) if (!byId.has(event.id)) byId.set(event.id, event);
  return [...byId.values()];
}
