import type { Category, ItemRequest, Participant, Pass, ShopPass } from '@touchline/api';
import type { BuySearch } from '../../commerce/buy-search.ts';
import { idsText } from '../../commerce/basket.ts';
import { choiceOf, type PassKind } from '../../commerce/pass-kind.ts';

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

/** All sports of a pass are the pass itself: nothing of it is chosen. */
function chosenSports({ pass, kind, ids }: Chosen): readonly number[] {
  const isAll = pass.event_categories.every((sport) => ids.includes(sport));
  return choiceOf(pass, kind) === 'sports' && !isAll ? ids : [];
}

/** What is wanted; null while a choice is lacking. */
export function itemRequestsOf(chosen: Chosen): readonly ItemRequest[] | null {
  const { pass, kind, ids, addons } = chosen;
  const choice = choiceOf(pass, kind);
  if (choice !== null && ids.length === 0) return null;
  const sports = chosenSports(chosen);
  const main: ItemRequest = {
    type: kind,
    ...(kind === 'package' ? { package_id: pass.id } : { subscription_id: pass.id }),
    ...(sports.length > 0 && { event_category_ids: [...sports] }),
    ...(choice === 'teams' && { participant_ids: [...ids] }),
  };
  return [main, ...addons.map((id): ItemRequest => ({ type: 'addon', package_id: id }))];
}

/** The same as the query of the checkout's address. */
export function buySearchOf(chosen: Chosen, eventId: number | null): BuySearch {
  const { pass, kind, ids, addons } = chosen;
  const sports = idsText(chosenSports(chosen));
  const teams = choiceOf(pass, kind) === 'teams' ? idsText(ids) : undefined;
  const added = idsText(addons);
  return {
    ...(kind === 'package' ? { package_id: pass.id } : { subscription_id: pass.id }),
    ...(sports !== undefined && { event_category_id: sports }),
    ...(teams !== undefined && { participant_id: teams }),
    ...(added !== undefined && { addon_id: added }),
    ...(eventId !== null && { event_id: eventId }),
  };
}
