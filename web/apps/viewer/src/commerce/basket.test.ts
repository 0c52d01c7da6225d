import { describe, expect, it } from 'vitest';
import { basketProblem, idsText, readBasket } from './basket.ts';

const items = (query: Readonly<Record<string, unknown>>) => readBasket(query).items;

describe('readBasket', () => {
  it.each([
    [{ package_id: 3 }, [{ type: 'package', package_id: 3 }]],
    [{ package_id: '3', type: 'addon' }, [{ type: 'addon', package_id: 3 }]],
    [{ package_id: 3, event_category_id: '1,2' }, [{ type: 'package', package_id: 3, event_category_ids: [1, 2] }]],
    [{ package_id: 3, participant_id: [4, 4, 'x', -1] }, [{ type: 'package', package_id: 3, participant_ids: [4] }]],
    [{ subscription_id: 2 }, [{ type: 'subscription', subscription_id: 2 }]],
    [
      { package_id: 3, addon_id: '8, 9' },
      [
        { type: 'package', package_id: 3 },
        { type: 'addon', package_id: 8 },
        { type: 'addon', package_id: 9 },
      ],
    ],
    [{ event_id: 5, single_event_package_id: 6 }, [{ type: 'event', event_id: 5, single_event_package_id: 6 }]],
  ])('ROUTE-16 %j', (query, wanted) => {
    expect(items(query)).toEqual(wanted);
  });

  it('ROUTE-16 the type says which of several ids is meant', () => {
    const query = { subscription_id: 2, package_id: 3, event_id: 5, single_event_package_id: 6 };
    expect(items({ ...query, type: 'package' })).toMatchObject([{ package_id: 3 }]);
    expect(items({ ...query, type: 'event' })).toMatchObject([{ event_id: 5 }]);
    expect(items({ ...query, type: 'nonsense' })).toEqual([]);
  });

  it('PAY-08 a trial is one of a subscription', () => {
    expect(readBasket({ subscription_id: 2, type: 'trial' })).toMatchObject({
      items: [{ type: 'subscription', subscription_id: 2 }],
      trial: true,
    });
  });

  it('PAY-20 ANA-07 keeps the game that the buyer came from, and the tracking value', () => {
    const basket = readBasket({ package_id: 3, event_id: 5, trk: 'letter' });
    expect(basket).toMatchObject({ items: [{ type: 'package', package_id: 3 }], eventId: 5, trk: 'letter' });
    expect(readBasket({ trk: 12 }).trk).toBe('12');
    expect(readBasket({ trk: 'x'.repeat(999) }).trk).toHaveLength(200);
  });

  it.each([{ package_id: 0 }, { package_id: 1.5 }, { package_id: '1e3' }, { package_id: null }, { event_id: 5 }, {}])(
    'VAL-12 %j names nothing',
    (query) => {
      expect(items(query)).toEqual([]);
    },
  );

  it('takes no endless list', () => {
    const [pass] = items({ package_id: 1, participant_id: Array.from({ length: 5000 }, (_, index) => index + 1) });
    expect(pass?.participant_ids).toHaveLength(100);
  });
});

describe('basketProblem', () => {
  const sold = { packages: [{ id: 3 }], subscriptions: [{ id: 2 }] };
  it.each([
    [{}, 'id_not_selected'],
    [{ event_id: 5 }, 'id_not_selected'],
    [{ package_id: 2 }, 'pass_not_found'],
    [{ subscription_id: 3 }, 'pass_not_found'],
    [{ package_id: 3, addon_id: 4 }, 'pass_not_found'],
    [{ package_id: 3 }, null],
    [{ subscription_id: 2 }, null],
    [{ event_id: 5, single_event_package_id: 6 }, null],
  ])('VAL-12 %j: %s', (query, problem) => {
    expect(basketProblem(readBasket(query), sold)).toBe(problem);
  });
});

it('ROUTE-17 ids go into the address as they are read from it', () => {
  expect([idsText([]), idsText([4]), idsText([4, 5])]).toEqual([undefined, 4, '4,5']);
});
