import type { Event } from '@touchline/api';
import type { ReactNode } from 'react';
import { EventCard } from './event-card.tsx';
import { EventCardSkeleton } from './event-card-skeleton.tsx';
import { Rail } from '../rail/rail.tsx';

interface EventRailProps {
  readonly title: string;
  readonly events: readonly Event[];
  readonly sportOf: (event: Event) => string;
  /** A link to all there is. */
  readonly more?: ReactNode;
}

export function EventRail({ title, events, sportOf, more }: EventRailProps) {
  return (
    <Rail title={title} more={more}>
      {events.map((event) => (
        <li key={event.id}>
          <EventCard event={event} sport={sportOf(event)} />
        </li>
      ))}
    </Rail>
  );
}

const PLACES = [1, 2, 3, 4, 5, 6];

export function EventRailSkeleton({ title }: { readonly title: string }) {
  return (
    <Rail title={title} still>
      {PLACES.map((place) => (
        <li key={place}>
          <EventCardSkeleton />
        </li>
      ))}
    </Rail>
  );
}
