import type { Category, Participant, Pass, ShopPass, Wanted } from '@touchline/api';
import type { BuySearch } from '../../app/buy-search.ts';
import { idsText } from './basket.ts';

export type PassKind = 'package' | 'subscription';

/** What has to be said before a pass can be bought; null where nothing has. */
export function choiceOf(pass: Pass, kind: PassKind): 'teams' | 'sports' | null {
  if (pass.is_team_pass) return 'teams';
  const isSplit = kind === 'package' && pass.event_category_id === null && pass.event_categories.length > 1;
  return isSplit ? 'sports' : null;
}

export interface Option {
  readonly id: number;
  readonly name: string;
  readonly isOwned: boolean;
}

interface Offered {
  readonly categories: readonly Category[];
  readonly participants: readonly Participant[];
}

/** What there is to choose within a pass. */
export function optionsOf(pass: ShopPass, kind: PassKind, { categories, participants }: Offered): readonly Option[] {
  const choice = choiceOf(pass, kind);
  if (choice === null) return [];
  const sports = pass.event_category_id === null ? pass.event_categories : [pass.event_category_id];
  if (choice === 'sports') {
    return categories
      .filter(({ id }) => sports.includes(id))
      .map(({ id, name }) => ({ id, name, isOwned: pass.disabled_category_ids.includes(id) }));
  }
  const plays = ({ event_category_id: sport }: Participant) =>
    sports.length === 0 || (sport !== null && sports.includes(sport));
  return participants
    .filter(plays)
    .map(({ id, name }) => ({ id, name, isOwned: pass.disabled_participant_ids.includes(id) }));
}

interface Chosen {
  readonly pass: Pass;
  readonly kind: PassKind;
  readonly ids: readonly number[];
  readonly addons: readonly number[];
}

/** What is wanted; null while a choice is lacking. */
export function wantedOf({ pass, kind, ids, addons }: Chosen): readonly Wanted[] | null {
  const choice = choiceOf(pass, kind);
  if (choice !== null && ids.length === 0) return null;
  const main: Wanted = {
    type: kind,
    ...(kind === 'package' ? { package_id: pass.id } : { subscription_id: pass.id }),
    ...(choice === 'sports' && { event_category_ids: [...ids] }),
    ...(choice === 'teams' && { participant_ids: [...ids] }),
  };
  return [main, ...addons.map((id): Wanted => ({ type: 'addon', package_id: id }))];
}

/** The same as the query of the checkout's address. */
export function buySearchOf({ pass, kind, ids, addons }: Chosen, eventId: number | null): BuySearch {
  const choice = choiceOf(pass, kind);
  const chosen = idsText(ids);
  const added = idsText(addons);
  return {
    ...(kind === 'package' ? { package_id: pass.id } : { subscription_id: pass.id }),
    ...(choice === 'sports' && chosen !== undefined && { event_category_id: chosen }),
    ...(choice === 'teams' && chosen !== undefined && { participant_id: chosen }),
    ...(added !== undefined && { addon_id: added }),
    ...(eventId !== null && { event_id: eventId }),
  };
}
