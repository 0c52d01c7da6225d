import type { Event, HomeEvents } from '@touchline/api';

const MAX_GAMES = 6;

/** Other games that a fan of this one may like: those of its teams first, then its sport, live ones before others. */
export function relatedGames(event: Event, home: HomeEvents | undefined): readonly Event[] {
  if (!home) return [];
  const teams = new Set(event.participants.map(({ id }) => id));
  const nearness = (other: Event): number => {
    const sharesTeam = other.participants.some(({ id }) => teams.has(id));
    const sharesSport = other.event_category_id === event.event_category_id;
    return (sharesTeam ? 2 : 0) + (sharesSport ? 1 : 0);
  };
  return [...home.live, ...home.upcoming, ...home.finished]
    .filter(({ id }) => id !== event.id)
    .toSorted((a, b) => nearness(b) - nearness(a))
    .slice(0, MAX_GAMES);
}
