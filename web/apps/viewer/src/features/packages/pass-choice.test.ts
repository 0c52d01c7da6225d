import { describe, expect, it } from 'vitest';
import { makeParticipant } from '../../testing/fixtures.ts';
import { makePass } from '../../testing/shop.ts';
import { readBasket } from '../../commerce/basket.ts';
import { buySearchOf, itemRequestsOf, optionsOf } from './pass-choice.ts';
import { choiceOf } from '../../commerce/pass-kind.ts';

const SPORTS = makePass({ id: 3, event_categories: [1, 2], disabled_category_ids: [2] });
const TEAM = makePass({ id: 4, is_team_pass: true, event_categories: [1], disabled_participant_ids: [11] });
const OFFERED = {
  categories: ['Basketball', 'Soccer', 'Hockey'].map((name, place) => ({
    id: place + 1,
    name,
    alias: name,
    image: null,
  })),
  participants: [
    makeParticipant(10, 'Granite Bay'),
    makeParticipant(11, 'Ironwood'),
    makeParticipant(12, 'Elsewhere', { event_category_id: 2 }),
  ],
};

describe('the choice within a pass', () => {
  it('ROUTE-17 is one of sports, of teams, or none', () => {
    expect(choiceOf(SPORTS, 'package')).toBe('sports');
    expect(choiceOf(TEAM, 'package')).toBe('teams');
    expect(choiceOf(SPORTS, 'subscription')).toBeNull();
    expect(choiceOf(makePass({ event_categories: [1] }), 'package')).toBeNull();
  });

  it('PAY-01 PAY-14 marks what is owned', () => {
    expect(optionsOf(SPORTS, 'package', OFFERED)).toEqual([
      { id: 1, name: 'Basketball', isOwned: false },
      { id: 2, name: 'Soccer', isOwned: true },
    ]);
    expect(optionsOf(TEAM, 'package', OFFERED)).toEqual([
      { id: 10, name: 'Granite Bay', isOwned: false },
      { id: 11, name: 'Ironwood', isOwned: true },
    ]);
  });

  it('VAL-12 a pass without a choice makes no cart', () => {
    expect(itemRequestsOf({ pass: TEAM, kind: 'package', ids: [], addons: [9] })).toBeNull();
  });

  it.each([
    { pass: SPORTS, kind: 'package' as const, ids: [1, 2], addons: [8, 9] },
    { pass: SPORTS, kind: 'package' as const, ids: [1], addons: [] },
    { pass: TEAM, kind: 'subscription' as const, ids: [10], addons: [] },
    { pass: makePass(), kind: 'package' as const, ids: [], addons: [9] },
  ])('ROUTE-16 ROUTE-17 the checkout reads from the address what was chosen', (chosen) => {
    const { items, eventId } = readBasket({ ...buySearchOf(chosen, 5) });
    expect(items).toEqual(itemRequestsOf(chosen));
    expect(eventId).toBe(5);
  });
});
