import type { GameChange, LiveChanges } from '@touchline/api';
import type { GameChanges } from './live-patch.ts';

interface Entry {
  readonly version: number;
  readonly change: GameChange;
}

/** What the server has told about games, each with the version that it was true at. */
export interface Ledger {
  readonly version: number;
  readonly games: ReadonlyMap<number, Entry>;
}

export const emptyLedger = (version: number): Ledger => ({ version, games: new Map() });

/** Takes a batch in. News that an older batch brings late, or brings again, is none. */
export function enter(ledger: Ledger, { version, reset, games }: LiveChanges): { ledger: Ledger; fresh: GameChanges } {
  if (reset) return { ledger: emptyLedger(version), fresh: new Map() };
  const fresh = games.filter(({ id }) => (ledger.games.get(id)?.version ?? -1) < version);
  const entries = fresh.map((change) => [change.id, { version, change }] as const);
  return {
    ledger: { version: Math.max(ledger.version, version), games: new Map([...ledger.games, ...entries]) },
    fresh: new Map(fresh.map((change) => [change.id, change])),
  };
}
