import { type Event, fetchLiveChanges, liveUpdatesUrl } from '@touchline/api';
import type { Router } from '../channel/replace-boot.ts';
import { createContentFollower } from './content-follower.ts';
import { createLiveCache } from './live-cache.ts';
import { createLiveStream } from './live-stream.ts';
import { queryClient } from '../queries/query-client.ts';
import { hasPendingStep, useSession } from '../session/session.ts';

/**
 * Keeps the page's games and the channel's content as they are on the server. A tab in the background lets go of its
 * stream, because a browser has only a few connections for a host, and catches up on its return.
 */
export function followServer(router: Router, onLive: (games: readonly Event[]) => void): () => void {
  const { connection, boot } = router.options.context;
  const content = createContentFollower({
    version: boot.bootstrap.content_version,
    refresh: async (version, ended) => (await import('./refresh-content.ts')).refreshContent(router, version, ended),
  });
  const cache = createLiveCache({ client: queryClient, version: boot.version, onLive });
  const stream = createLiveStream({
    address: () => liveUpdatesUrl(connection, cache.version(), content.version()),
    poll: (signal) => fetchLiveChanges(connection, cache.version(), signal),
    onChanges: cache.take,
    onContent: content.tell,
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
    content.end();
  };
}
