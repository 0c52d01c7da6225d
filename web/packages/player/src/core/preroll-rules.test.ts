import { describe, expect, it } from 'vitest';
import { afterNews, createSeenPrerolls, type PrerollNews, type PrerollState } from './preroll-rules.ts';

const story = (...news: PrerollNews[]): PrerollState => news.reduce(afterNews, 'asking' as PrerollState);

describe('the film before the game', () => {
  it('PLAY-02 is asked for, starts, plays, and is over when it has ended', () => {
    expect(story('offered')).toBe('starting');
    expect(story('offered', 'moved')).toBe('playing');
    expect(story('offered', 'moved', 'moved')).toBe('playing');
    expect(story('offered', 'moved', 'ended')).toBe('over');
  });

  it('PLAY-02 never blocks the game: none, a failure or a wait ends it from any state', () => {
    expect(story('none')).toBe('over');
    expect(story('failed')).toBe('over');
    expect(story('late')).toBe('over');
    expect(story('offered', 'late')).toBe('over');
    expect(story('offered', 'moved', 'late')).toBe('over');
    expect(story('offered', 'moved', 'failed')).toBe('over');
  });

  it('PLAY-02 a preroll that is over stays over: a late answer starts nothing', () => {
    expect(story('late', 'offered', 'moved')).toBe('over');
  });

  it('PLAY-02 a seen preroll is not asked for again until it expires', () => {
    const seen = createSeenPrerolls();
    seen.add(7, 3600, 0);
    expect(seen.has(7, 3_599_999)).toBe(true);
    expect(seen.has(7, 3_600_000)).toBe(false);
    expect(seen.has(8, 0)).toBe(false);
  });

  it('PLAY-02 remembers a limited number of games', () => {
    const seen = createSeenPrerolls();
    for (let game = 0; game < 60; game += 1) seen.add(game, 3600, 0);
    expect(seen.has(0, 1)).toBe(false);
    expect(seen.has(59, 1)).toBe(true);
  });
});
