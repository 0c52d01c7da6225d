import type { Event, GameChange, HomeEvents, LiveChanges } from '@touchline/api';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isAboutGames } from '../queries/game-queries.ts';
import { emptyChangeLog, recordChanges } from './change-log.ts';
import { type GameChanges, gamesIn, patchGames, patchHome } from './live-patch.ts';
import { spreadDelay } from './spread.ts';

interface LiveCacheOptions {
  readonly client: QueryClient;
  /** The version of the games that the page came with. */
  readonly version: number;
  /** Told of games on the page that have just gone live. */
  readonly onLive: (games: readonly Event[]) => void;
}

export interface LiveCache {
  /** The newest version that has been taken in. */
  version(): number;
  take(batch: LiveChanges): void;
  end(): void;
}

/** Brings what the server tells about games into every answer of it that is held. */
export function createLiveCache({ client, version, onLive }: LiveCacheOptions): LiveCache {
  const cache = client.getQueryCache();
  let changeLog = emptyChangeLog(version);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let everything = false;
  /** The version at which a question was asked: its answer may be older than what has been told since. */
  const askedAt = new WeakMap<Query, number>();

  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    if (action.type === 'fetch') askedAt.set(query, changeLog.version);
    if (action.type !== 'success' || action.manual) return;
    const asked = askedAt.get(query) ?? 0;
    const later = [...changeLog.games].filter(([, entry]) => entry.version > asked);
    patch(query, new Map(later.map(([id, { change }]) => [id, change])));
  });

  /** Refetches the lists after a random delay, so that pages do not ask all at once. */
  function askAgain(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      const predicate = everything ? () => true : isAboutGames;
      everything = false;
      void client.invalidateQueries({ predicate });
    }, spreadDelay());
  }

  function take(batch: LiveChanges): void {
    const before = changeLog.games;
    const { changeLog: next, fresh } = recordChanges(changeLog, batch);
    changeLog = next;
    if (batch.reset) {
      everything = true;
      askAgain();
      return;
    }
    if (fresh.size === 0) return;
    const shown = cache.getAll().filter((query) => query.isActive());
    const onPage = byId(shown);
    const known = byId(cache.getAll());
    for (const query of cache.getAll()) patch(query, fresh);
    const changes = [...fresh.values()];
    const isMoved = (change: GameChange) => moves(known.get(change.id) ?? before.get(change.id)?.change, change);
    if (changes.some(isMoved)) askAgain();
    const wentLive = changes.flatMap(({ id, stream_status }) => {
      const game = onPage.get(id);
      return game && stream_status === 'live' && game.stream_status !== 'live' ? [game] : [];
    });
    if (wentLive.length > 0) onLive(wentLive);
  }

  return {
    version: () => changeLog.version,
    take,
    end() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

function patch(query: Query, changes: GameChanges): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state;
  if (data === undefined || changes.size === 0) return;
  const next = isHome(query, data) ? patchHome(data, changes) : patchGames(data, changes);
  if (next === data) return;
  query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
  if (isInvalidated) query.invalidate();
}

/** Whether the game belongs into other lists, or elsewhere in them, than before; a score alone moves nothing. */
function moves(before: Pick<Event, 'stream_status' | 'event_utc_ts'> | undefined, after: GameChange): boolean {
  return before?.stream_status !== after.stream_status || before.event_utc_ts !== after.event_utc_ts;
}

function byId(queries: readonly Query[]): ReadonlyMap<number, Event> {
  return new Map(queries.flatMap((query) => gamesIn(query.state.data)).map((game) => [game.id, game]));
}

function isHome(query: Query, data: unknown): data is HomeEvents {
  return query.queryKey[0] === 'home' && typeof data === 'object' && data !== null && 'live' in data;
}
