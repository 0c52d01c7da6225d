import { describe, expect, it } from 'vitest';
import { makeEvent, makeHome, makeTeam } from '../testing/fixtures.ts';
import { accessLabel, accessSentence, needsAccess } from './access.ts';
import { eventTitle, shortTitle, sidesOf } from './event-title.ts';
import { relatedGames } from '../features/watch/related.ts';
import { formatScore, scoreOf } from './score.ts';

const meet = makeEvent({ name: 'County meet', participants: [1, 2, 3].map((id) => makeTeam(id, `Team ${id}`)) });

describe('eventTitle', () => {
  it('UI-07 a game is away @ home, a meet goes by its name', () => {
    expect(eventTitle(makeEvent())).toBe('Granite Bay @ Ironwood');
    expect(eventTitle(meet)).toBe('County meet');
    expect(eventTitle({ ...meet, name: '' })).toBe('Team 1, Team 2, Team 3');
  });

  it('UI-07 short titles use short names, unless they are mere codes', () => {
    const participants = [
      makeTeam(1, 'Granite Bay Grizzlies', { short_name: 'Granite Bay' }),
      makeTeam(2, 'Ironwood Bears', { short_name: 'IRW' }),
    ];
    expect(shortTitle(makeEvent({ participants }))).toBe('Granite Bay @ Ironwood Bears');
    expect(shortTitle(meet)).toBe('County meet');
  });

  it('a game has sides only with two participants', () => {
    expect(sidesOf(meet)).toBeNull();
    expect(sidesOf({ participants: [] })).toBeNull();
  });
});

describe('access', () => {
  it('UI-07 every access type has a word and a sentence', () => {
    const kinds = ['free', 'register', 'paid', 'ppv'] as const;
    const events = kinds.map((access_type) => makeEvent({ access_type, has_access: access_type === 'free' }));
    expect(new Set(events.map(accessLabel)).size).toBe(4);
    expect(new Set(events.map(accessSentence)).size).toBe(4);
    expect(events.map(needsAccess)).toEqual([false, true, true, true]);
  });

  it('a bought game is included', () => {
    const bought = makeEvent({ access_type: 'ppv', has_access: true });
    expect(accessLabel(bought)).toBe('access.included');
    expect(needsAccess(bought)).toBe(false);
  });
});

describe('score', () => {
  it('is known only of games that have begun', () => {
    expect(scoreOf(makeEvent({ score: [3, 2], stream_status: 'live' }))).toEqual([3, 2]);
    expect(scoreOf(makeEvent({ score: [0, 0], stream_status: 'upcoming' }))).toBeNull();
    expect(scoreOf(makeEvent({ score: [3], stream_status: 'live' }))).toBeNull();
    expect(formatScore([0, 21])).toBe('0–21');
  });
});

describe('relatedGames', () => {
  it('puts games of the same teams first, then of the same sport, and leaves the game itself out', () => {
    const game = makeEvent({ id: 1 });
    const stranger = makeEvent({ id: 2, event_category_id: 9, participants: [makeTeam(8, 'A'), makeTeam(9, 'B')] });
    const sport = makeEvent({ id: 3, participants: [makeTeam(8, 'A'), makeTeam(9, 'B')] });
    const team = makeEvent({ id: 4, event_category_id: 9 });
    const home = makeHome({ live: [stranger], upcoming: [game, sport], finished: [team] });
    expect(relatedGames(game, home).map(({ id }) => id)).toEqual([4, 3, 2]);
    expect(relatedGames(game, undefined)).toEqual([]);
  });
});
