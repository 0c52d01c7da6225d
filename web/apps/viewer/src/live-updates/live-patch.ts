import type { Event, GameChange, HomeEvents } from '@touchline/api';

export type GameChanges = ReadonlyMap<number, GameChange>;

/** The same data with the changes in it. Whatever they do not touch stays the very same object. */
export function patchGames<T>(data: T, changes: GameChanges): T;
export function patchGames(data: unknown, changes: GameChanges): unknown {
  if (isGame(data)) return patchGame(data, changes.get(data.id));
  if (Array.isArray(data)) {
    const next: unknown[] = data.map((entry: unknown) => patchGames(entry, changes));
    return next.some((entry, index) => entry !== data[index]) ? next : data;
  }
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([name, value]: [string, unknown]) => [
    name,
    value,
    patchGames(value, changes),
  ]);
  return entries.some(([, before, after]) => before !== after)
    ? Object.fromEntries(entries.map(([name, , after]) => [name, after]))
    : data;
}

/** Home's rails with the changes in them; a game whose state has changed goes to the rail of its new state. */
export function patchHome(home: HomeEvents, changes: GameChanges): HomeEvents {
  const next = patchGames(home, changes);
  if (next === home) return home;
  const all = [...next.live, ...next.upcoming, ...next.finished];
  return {
    live: railOf('live', next.live, all),
    upcoming: railOf('upcoming', next.upcoming, all),
    finished: railOf('finished', next.finished, all),
    favorites: next.favorites.filter((game) => game.stream_status !== 'finished'),
  };
}

/** All games that some data of the server holds. */
export function gamesIn(data: unknown): readonly Event[] {
  if (isGame(data)) return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(gamesIn);
}

/** A game that comes from another rail stands first: it is the news. */
function railOf(state: Event['stream_status'], rail: readonly Event[], all: readonly Event[]): Event[] {
  const stayed = rail.filter((game) => game.stream_status === state);
  const came = all.filter((game) => game.stream_status === state && !stayed.some(({ id }) => id === game.id));
  return [...came, ...stayed];
}

function patchGame(game: Event, change: GameChange | undefined): Event {
  if (!change) return game;
  const { name, stream_status, event_utc_ts, score, duration } = change;
  const isSame =
    game.name === name &&
    game.stream_status === stream_status &&
    game.event_utc_ts === event_utc_ts &&
    game.duration === duration &&
    String(game.score) === String(score);
  return isSame ? game : { ...game, name, stream_status, event_utc_ts, score, duration };
}

function isGame(data: unknown): data is Event {
  return (
    typeof data === 'object' &&
    data !== null &&
    'id' in data &&
    'stream_status' in data &&
    'event_utc_ts' in data &&
    'participants' in data
  );
}
