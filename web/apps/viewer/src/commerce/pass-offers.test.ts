import { describe, expect, it } from 'vitest';
import { makeEvent } from '../testing/fixtures.ts';
import { makePass } from '../testing/shop.ts';
import { offersOf } from './pass-offers.ts';

const SEASON = makePass({ id: 1, features: ['watch', 'clipping'], weight: 3 });
const SOCCER = makePass({ id: 2, features: ['watch', 'clipping'], event_categories: [2], weight: 1 });
const MONTHLY = makePass({ id: 3, features: ['watch', 'clipping'], weight: 2 });
const EXTRA = makePass({ id: 4, features: ['clipping'], pass_type: 'addition', weight: 0 });
const WITHOUT = makePass({ id: 5, features: ['watch', 'no_ads'], weight: 0 });
const SINGLE = makePass({ id: 6, features: ['watch', 'clipping'], offer: 'game', event_categories: [], weight: 9 });
const SOLD = { packages: [SEASON, SOCCER, EXTRA, WITHOUT, SINGLE], subscriptions: [MONTHLY] };

const offers = (change: Parameters<typeof makeEvent>[0]) =>
  offersOf('clipping', SOLD, makeEvent(change)).map(({ pass, kind, opens }) => [pass.id, kind, opens]);

describe('passes that include a feature', () => {
  it('PLAY-03 passes that open the game come first, add-ons last, and lighter ones before the rest', () => {
    expect(offers({ access_type: 'paid', event_category_id: 1 })).toEqual([
      [3, 'subscription', true],
      [1, 'package', true],
      [2, 'package', false],
      [4, 'package', true],
    ]);
    expect(offers({ access_type: 'free' })).toEqual([
      [2, 'package', false],
      [3, 'subscription', false],
      [1, 'package', false],
      [4, 'package', false],
    ]);
  });

  it('PLAY-03 a single game is offered with its own pass, and no other game is', () => {
    const [first] = offers({ access_type: 'ppv', single_event_package_id: 6 });
    expect(first).toEqual([6, 'event', true]);
  });

  it('PLAY-03 a team pass opens games of teams', () => {
    const team = makePass({ features: ['clipping'], is_team_pass: true });
    const meet = makeEvent({ access_type: 'paid', participants: [] });
    const opens = (game: typeof meet) =>
      offersOf('clipping', { packages: [team], subscriptions: [] }, game).map((offer) => offer.opens);
    expect([opens(makeEvent({ access_type: 'paid' })), opens(meet)]).toEqual([[true], [false]]);
  });

  it('PLAY-03 no pass is offered where none includes the feature', () => {
    expect(offersOf('clipping', { packages: [WITHOUT], subscriptions: [] }, makeEvent())).toEqual([]);
  });
});
