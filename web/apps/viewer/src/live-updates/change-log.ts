import type { GameChange, LiveChanges } from '@touchline/api';
import type { GameChanges } from './live-patch.ts';

interface Entry {
  readonly version: number;
  readonly change: GameChange;
}

/** What the server has told about games, each with the version that it was true at. */
export interface ChangeLog {
  readonly version: number;
  readonly games: ReadonlyMap<number, Entry>;
}

export const emptyChangeLog = (version: number): ChangeLog => ({ version, games: new Map() });

/** Takes a batch in. News that an older batch brings late, or brings again, is none. */
export function recordChanges(
  changeLog: ChangeLog,
  { version, reset, games }: LiveChanges,
): { changeLog: ChangeLog; fresh: GameChanges } {
  if (reset) return { changeLog: emptyChangeLog(version), fresh: new Map() };
  const fresh = games.filter(({ id }) => (changeLog.games.get(id)?.version ?? -1) < version);
  const entries = fresh.map((change) => [change.id, { version, change }] as const);
  return {
    changeLog: { version: Math.max(changeLog.version, version), games: new Map([...changeLog.games, ...entries]) },
    fresh: new Map(fresh.map((change) => [change.id, change])),
  };
}
