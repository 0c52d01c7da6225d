/** The rules of the film before the game: it plays to its end, or is skipped. */

/** It has to be on screen by then, and may not stand still for longer. */
export const TIMEOUT_MS = 4_000;

export type PrerollState = 'asking' | 'starting' | 'playing' | 'over';
export type PrerollNews = 'offered' | 'none' | 'moved' | 'ended' | 'failed' | 'late';

export function afterNews(state: PrerollState, news: PrerollNews): PrerollState {
  if (state === 'over') return 'over';
  switch (news) {
    case 'offered':
      return state === 'asking' ? 'starting' : state;
    case 'moved':
      return state === 'starting' ? 'playing' : state;
    case 'none':
    case 'ended':
    case 'failed':
    case 'late':
      return 'over';
  }
}

interface Seen {
  readonly content: number;
  readonly untilMs: number;
}

const MAX_COUNT = 50;

/** Remembers for which games a preroll was seen, so that a player that is opened again does not even ask. */
export function createSeenPrerolls() {
  let seen: readonly Seen[] = [];
  return {
    add(content: number, hiddenSeconds: number, nowMs: number): void {
      const others = seen.filter((one) => one.content !== content && one.untilMs > nowMs);
      seen = [...others, { content, untilMs: nowMs + hiddenSeconds * 1000 }].slice(-MAX_COUNT);
    },
    has: (content: number, nowMs: number): boolean =>
      seen.some((one) => one.content === content && one.untilMs > nowMs),
  };
}
