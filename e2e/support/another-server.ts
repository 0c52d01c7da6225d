// What another server of the same channel does: it writes to the database, and the program has to notice.
import { DatabaseSync } from 'node:sqlite';
import type { Schemas } from './api.ts';
import type { Touchline } from './touchline.ts';

const busyLimit = 5_000;

/** Moves a game of the channel `demo` to another state. */
export function setState(touchline: Touchline, game: number, state: Schemas['StreamStatus']): void {
  const database = new DatabaseSync(touchline.database(), { timeout: busyLimit });
  try {
    database.exec('BEGIN IMMEDIATE');
    database.exec(`UPDATE channels SET games_version = games_version + 1 WHERE alias = 'demo'`);
    const { changes } = database
      .prepare(
        `UPDATE events SET status = ?, revision = (SELECT games_version FROM channels WHERE alias = 'demo') WHERE id = ?`,
      )
      .run(state, game);
    database.exec('COMMIT');
    if (changes !== 1) throw new Error(`the database has no game ${game}`);
  } finally {
    database.close();
  }
}
