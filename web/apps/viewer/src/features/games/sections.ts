import type { Event } from '@touchline/api';
import { type Day, dayOf } from '../../time/days.ts';

/** Games under one heading. */
export interface Section {
  readonly key: string;
  /** Null for what is live now. */
  readonly day: Day | null;
  /** Where favourites come first: on which side of the line this section is. */
  readonly part: 'favourites' | 'others' | null;
  readonly events: readonly Event[];
  /** Whether more games of the section may be on a page that is not there yet. */
  readonly complete: boolean;
}

interface Grouping {
  readonly timeZone: string;
  /** Live games stand in front, whenever they began. */
  readonly liveFirst: boolean;
  /** How many games at the beginning are favourites; null where the list does not tell them apart. */
  readonly favourites: number | null;
  /** Whether there are pages behind the last game. */
  readonly more: boolean;
}

/** Games by the days of the viewer's zone, in the order in which they come. */
export function sectionsOf(events: readonly Event[], grouping: Grouping): readonly Section[] {
  const { timeZone, liveFirst, favourites, more } = grouping;
  const groups = new Map<string, { day: Day | null; part: Section['part']; events: Event[] }>();
  if (liveFirst) groups.set('live', { day: null, part: null, events: [] });
  for (const [index, event] of events.entries()) {
    const live = liveFirst && event.stream_status === 'live';
    const day = live ? null : dayOf(event.event_utc_ts, timeZone);
    const part = live || favourites === null ? null : index < favourites ? 'favourites' : 'others';
    const key = live ? 'live' : `${part ?? 'day'}-${day}`;
    const group = groups.get(key);
    if (group) group.events.push(event);
    else groups.set(key, { day, part, events: [event] });
  }
  const filled = [...groups].filter(([, group]) => group.events.length > 0);
  return filled.map(([key, { day, part, events: own }], index) => {
    return { key, day, part, events: own, complete: !more || index < filled.length - 1 };
  });
}
