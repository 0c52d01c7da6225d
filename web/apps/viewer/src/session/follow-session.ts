import type { Connection } from '@touchline/api';
import { loadWithRetry } from '../loading/load-with-retry.ts';
import { forgetFavourites } from '../favourites/favourites.ts';
import { hasPendingStep, useSession } from './session.ts';
import { whenIdle } from '../loading/when-idle.ts';

/** What is done for and with the person who is logged in. */
export const importMemberData = () => loadWithRetry(() => import('./member-data.ts'));

/** Whoever comes or goes: what belonged to the one before is forgotten, what belongs to the next is fetched. */
export function followSession(connection: Connection): () => void {
  const cancel = whenIdle(() => {
    if (useSession.getState().user) void importMemberData().then(({ loadMemberData }) => loadMemberData(connection));
  });
  const unsubscribe = useSession.subscribe(({ user }, { user: before }) => {
    if (user?.id === before?.id && hasPendingStep(user) === hasPendingStep(before)) return;
    forgetFavourites();
    void importMemberData().then(({ switchMember }) => switchMember(connection));
  });
  const askAgain = () => void importMemberData().then(({ refreshProfile }) => refreshProfile(connection));
  // All tabs share the key: who logs in or out in one does so in the others.
  const follow = ({ key }: StorageEvent) => {
    if (key === 'rudy_member') askAgain();
  };
  addEventListener('storage', follow);
  const endHeld = connection.events.on('user-held', askAgain);
  return () => {
    cancel();
    unsubscribe();
    removeEventListener('storage', follow);
    endHeld();
  };
}
