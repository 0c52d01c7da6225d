// What another server of the same channel does: it writes to the database, and the program has to notice.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Schemas } from './api.ts';
import type { Touchline } from './touchline.ts';

const busyLimit = 5_000;

/** Moves a game of the channel `demo` to another state. */
export function setState(touchline: Touchline, game: number, state: Schemas['StreamStatus']): void {
  changeGame(touchline, game, { status: state });
}

/** Shows a game of the channel `demo` in these countries only; in all of them without a word. */
export function setCountries(touchline: Touchline, game: number, countries?: readonly string[]): void {
  const rule = countries && { mode: 'only_in', countries };
  changeGame(touchline, game, { geo_rule: rule ? JSON.stringify(rule) : null });
}

/** Makes a game of the channel `demo` paid or free. */
export function setAccess(touchline: Touchline, game: number, access: Schemas['AccessType']): void {
  changeGame(touchline, game, { access });
}

/** Enters the score of a game of the channel `demo`. */
export function setScore(touchline: Touchline, game: number, [away, home]: readonly [number, number]): void {
  changeGame(touchline, game, { away_score: away, home_score: home });
}

/** Lets a member of the channel `demo` do more than watch. */
export function allow(touchline: Touchline, email: string, capabilities: readonly Schemas['Capability'][]): void {
  write(touchline, (database) => {
    const account = database.prepare(
      `UPDATE accounts SET capabilities = ? WHERE email = ? AND channel_id = (SELECT id FROM channels WHERE alias = 'demo')`,
    );
    return account.run(JSON.stringify(capabilities), email).changes;
  });
}

/** A change of one row, with its values in place of the question marks. */
type Change = readonly [sql: string, ...values: readonly SQLInputValue[]];

/** Changes what an operator keeps of the channel `demo`, in one step; `:channel` stands for its id. */
export function changeContent(touchline: Touchline, ...changes: readonly Change[]): void {
  write(touchline, (database) => {
    const channel = `(SELECT id FROM channels WHERE alias = 'demo')`;
    for (const [sql, ...values] of changes) {
      const { changes: rows } = database.prepare(sql.replaceAll(':channel', channel)).run(...values);
      if (rows !== 1) throw new Error(`${sql} has changed ${rows} rows`);
    }
    return database.prepare(`UPDATE channels SET version = version + 1 WHERE alias = 'demo'`).run().changes;
  });
}

function changeGame(
  touchline: Touchline,
  game: number,
  values: Readonly<Record<string, string | number | null>>,
): void {
  const columns = Object.keys(values).map((column) => `${column} = ?`);
  write(touchline, (database) => {
    database.exec(`UPDATE channels SET games_version = games_version + 1 WHERE alias = 'demo'`);
    const revision = `(SELECT games_version FROM channels WHERE alias = 'demo')`;
    const change = database.prepare(`UPDATE events SET ${columns.join()}, revision = ${revision} WHERE id = ?`);
    return change.run(...Object.values(values), game).changes;
  });
}

/** One transaction that has to change one row. */
function write(touchline: Touchline, change: (database: DatabaseSync) => number | bigint): void {
  const database = new DatabaseSync(touchline.database(), { timeout: busyLimit });
  try {
    database.exec('BEGIN IMMEDIATE');
    const changes = change(database);
    database.exec('COMMIT');
    if (changes !== 1) throw new Error(`the database has changed ${changes} rows`);
  } finally {
    database.close();
  }
}
