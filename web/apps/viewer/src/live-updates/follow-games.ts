import { type Event, fetchLiveChanges, liveUpdatesUrl } from '@touchline/api';
import type { RouterContext } from '../channel/router-context.ts';
import { createLiveCache } from './live-cache.ts';
import { createLiveStream } from './live-stream.ts';
import { queryClient } from '../queries/query-client.ts';
import { hasPendingStep, useSession } from '../session/session.ts';

/**
 * Keeps the games of the page as they are on the server. A tab in the background lets go of its stream, because a
 * browser has only a few connections for a host, and catches up on its return.
 */
export function followGames(
  { connection, boot }: RouterContext,
  onLive: (games: readonly Event[]) => void,
): () => void {
  const cache = createLiveCache({ client: queryClient, version: boot.version, onLive });
  const stream = createLiveStream({
    address: () => liveUpdatesUrl(connection, cache.version()),
    poll: (signal) => fetchLiveChanges(connection, cache.version(), signal),
    onChanges: cache.take,
  });
  const ends = new AbortController();
  const { signal } = ends;
  const follow = () => {
    if (document.hidden || hasPendingStep(useSession.getState().user)) stream.close();
    else stream.open();
  };
  const reopen = () => {
    stream.close();
    follow();
  };
  document.addEventListener('visibilitychange', follow, { signal });
  addEventListener('online', reopen, { signal });
  // The key in the stream's address is another one then.
  const unsubscribe = useSession.subscribe(({ user }, { user: before }) => {
    if (user?.id !== before?.id || hasPendingStep(user) !== hasPendingStep(before)) reopen();
  });
  follow();
  return () => {
    ends.abort();
    unsubscribe();
    stream.close();
    cache.end();
  };
}
