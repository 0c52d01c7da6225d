import type { HomeEvents } from '@touchline/api';
import type { Translate } from '@touchline/i18n';

/** Home's call brings no more than this of each kind: there may be more. */
const RAIL = 24;

/** How many games there are of each kind: "Live 2 · Upcoming 24+"; kinds without any are left out. */
export function recordOf({ live, upcoming, finished }: HomeEvents, t: Translate): string {
  const kinds = [
    [t('state.live'), live.length],
    [t('state.upcoming'), upcoming.length],
    [t('filter.fullGames'), finished.length],
  ] as const;
  return kinds
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${count >= RAIL ? `${RAIL}+` : count}`)
    .join(' · ');
}
