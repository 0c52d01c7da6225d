import type { Boot, Category, Event, Location } from '@touchline/api';
import { useLocale } from '@touchline/i18n';
import { useRouter } from '@tanstack/react-router';
import { create } from 'zustand';
import type { RouterContext } from './router-context.ts';
import { localisedBoot } from '../localisation/localised-boot.ts';

/** Counts how often the channel's data was replaced. */
export const useBootRevision = create(() => 0);

/** The same object on every screen, until the channel changes: a route's own context is made anew by each navigation. */
export function useAppContext(): RouterContext {
  useBootRevision();
  return useRouter().options.context;
}

/** What start-up brought, in the language of the page: the channel and its teams. */
export function useChannel(): Boot {
  return localisedBoot(useAppContext().boot, useLocale());
}

/** The name of an event's sport; a category that has gone leaves it empty. */
export function sportName(categories: readonly Category[], event: Pick<Event, 'event_category_id'>): string {
  return categories.find(({ id }) => id === event.event_category_id)?.name ?? '';
}

export function placeOf(locations: readonly Location[], event: Pick<Event, 'location_id'>): Location | null {
  return locations.find(({ id }) => id === event.location_id) ?? null;
}
