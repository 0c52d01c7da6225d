import type { Event, EventTeam } from '@touchline/api';

/** The two sides of a game, or null for a meet, which goes by its name. */
export function sidesOf(event: Pick<Event, 'participants'>): readonly [away: EventTeam, home: EventTeam] | null {
  const [away, home, ...others] = event.participants;
  return away && home && others.length === 0 ? [away, home] : null;
}

/** A short name like "GRB" is a code, which says less than it saves. */
const CODE = /^[A-Z\d]{1,4}$/;

const shortName = ({ short_name, name }: EventTeam): string =>
  !short_name || CODE.test(short_name) ? name : short_name;

/** "Granite Bay @ Ironwood", for places where full names do not fit; a meet has its own name only. */
export function shortTitle(event: Pick<Event, 'name' | 'participants'>): string {
  const sides = sidesOf(event);
  return sides ? `${shortName(sides[0])} @ ${shortName(sides[1])}` : eventTitle(event);
}

/** "Granite Bay Grizzlies @ Ironwood Bears", or the name of the meet. */
export function eventTitle(event: Pick<Event, 'name' | 'participants'>): string {
  const sides = sidesOf(event);
  if (!sides) return event.name || event.participants.map(({ name }) => name).join(', ');
  return `${sides[0].name} @ ${sides[1].name}`;
}
