import type { Event } from '@touchline/api';

export type Score = readonly [away: number, home: number];

/** The score of a game that has begun, where it is known. */
export function scoreOf({ score, stream_status }: Pick<Event, 'score' | 'stream_status'>): Score | null {
  const [away, home] = score ?? [];
  return stream_status === 'upcoming' || away === undefined || home === undefined ? null : [away, home];
}

/** "72–68", with a dash of its own width, not a hyphen. */
export function formatScore([away, home]: Score): string {
  return `${away}–${home}`;
}
