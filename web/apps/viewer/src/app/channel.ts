import type { Boot, Category, Event, Location } from '@touchline/api';
import { useRouteContext } from '@tanstack/react-router';
import type { RouterContext } from './context.ts';

export function useAppContext(): RouterContext {
  return useRouteContext({ from: '__root__' });
}

/** What start-up brought: the channel and its teams. */
export function useChannel(): Boot {
  return useAppContext().boot;
}

/** The name of an event's sport; a category that has gone leaves it empty. */
export function sportName(categories: readonly Category[], event: Pick<Event, 'event_category_id'>): string {
  return categories.find(({ id }) => id === event.event_category_id)?.name ?? '';
}

export function placeOf(locations: readonly Location[], event: Pick<Event, 'location_id'>): Location | null {
  return locations.find(({ id }) => id === event.location_id) ?? null;
}
