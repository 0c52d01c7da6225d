import { describe, expect, it } from 'vitest';
import { makeEvent, makeHome, makeSlide } from '../../testing/fixtures.ts';
import { heroItems } from './hero-items.ts';

const live = makeEvent({ id: 10, stream_status: 'live' });
const upcoming = makeEvent({ id: 20 });
const finished = makeEvent({ id: 30, stream_status: 'finished' });
const home = makeHome({ live: [live], upcoming: [upcoming], finished: [finished] });
const nothing = makeHome();
const main = { type: 'main' } as const;
const keys = (...parameters: Parameters<typeof heroItems>) => heroItems(...parameters).map(({ key }) => key);

describe('heroItems', () => {
  const slides = [
    makeSlide({ id: 1, slidable_type: 'main' }),
    makeSlide({ id: 2, slidable_type: null }),
    makeSlide({ id: 3, slidable_type: 'group', slidable_id: 7 }),
    makeSlide({ id: 4, slidable_type: 'participant', slidable_id: 7 }),
    makeSlide({ id: 5, slidable_type: 'category', slidable_id: 7 }),
  ];

  it('UI-16 home shows main slides, and those without a type', () => {
    expect(keys(slides, main, nothing)).toEqual(['slide-1', 'slide-2']);
  });

  it('UI-16 a school, a team and a sport show their own slides by type and id', () => {
    expect(keys(slides, { type: 'group', id: 7 }, nothing)).toEqual(['slide-3']);
    expect(keys(slides, { type: 'participant', id: 7 }, nothing)).toEqual(['slide-4']);
    expect(keys(slides, { type: 'category', id: 7 }, nothing)).toEqual(['slide-5']);
    expect(keys(slides, { type: 'group', id: 8 }, nothing)).toEqual([]);
  });

  it('ROUTE-01 the top live game comes first', () => {
    expect(keys(slides, main, home)).toEqual(['event-10', 'slide-1', 'slide-2']);
  });

  it('a slide about the live game stands in for it and knows the game', () => {
    const items = heroItems([makeSlide({ event_id: 10 })], main, home);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: 'slide', event: { id: 10 } });
  });

  it('without slides and live games the next game is shown, or the latest', () => {
    expect(keys([], main, { ...home, live: [] })).toEqual(['event-20']);
    expect(keys([], main, makeHome({ finished: [finished] }))).toEqual(['event-30']);
    expect(keys([], main, undefined)).toEqual([]);
  });

  it('a team without slides and live games keeps the hero to itself', () => {
    expect(keys(slides, { type: 'participant', id: 99 }, { ...home, live: [] })).toEqual([]);
  });
});
