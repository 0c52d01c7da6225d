import type { Event, Pass } from '@touchline/api';
import type { PassKind } from './pass-kind.ts';

export type PassFeature = Pass['features'][number];

/** What is sold with each game, on the game's own page. */
export const SINGLE_GAME = 'game';

export interface Offer {
  readonly pass: Pass;
  /** A pass for one game is bought with that game. */
  readonly kind: PassKind | 'event';
  /** Whether it opens the game as well. */
  readonly opens: boolean;
}

interface Sold {
  readonly packages: readonly Pass[];
  readonly subscriptions: readonly Pass[];
}

/** What brings a feature to a game: first what opens the game too, last what has to be added to something else. */
export function offersOf(feature: PassFeature, { packages, subscriptions }: Sold, game: Event): readonly Offer[] {
  const offer = (pass: Pass, kind: PassKind): Offer => {
    const isItsOwn = pass.id === game.single_event_package_id;
    return { pass, kind: isItsOwn ? 'event' : kind, opens: isItsOwn || isOfSeason(pass, game) };
  };
  const all = [
    ...packages.map((pass) => offer(pass, 'package')),
    ...subscriptions.map((pass) => offer(pass, 'subscription')),
  ];
  const isFor = ({ pass, kind }: Offer) =>
    pass.features.includes(feature) && (kind === 'event' || pass.offer !== SINGLE_GAME);
  const place = ({ pass, opens }: Offer) => (pass.pass_type === 'addition' ? 2 : opens ? 0 : 1);
  return all.filter(isFor).toSorted((one, other) => place(one) - place(other) || one.pass.weight - other.pass.weight);
}

/** Whether a pass, or a team that is chosen of it, opens a game that is sold by the season. */
function isOfSeason(pass: Pass, game: Event): boolean {
  const isThere = game.access_type === 'paid' && pass.event_categories.includes(game.event_category_id);
  return isThere && (!pass.is_team_pass || game.participants.length > 0);
}
