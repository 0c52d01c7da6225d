import type { Connection } from '@touchline/api';
import { loadWithRetry } from '../loading/load-with-retry.ts';
import { forgetFavourites } from '../favourites/favourites.ts';
import { hasPendingStep, useSession } from './session.ts';
import { whenIdle } from '../loading/when-idle.ts';

/** Loading and refreshing the data of the member. */
export const importMemberData = () => loadWithRetry(() => import('./member-data.ts'));

/** On login and logout: forgets the data of the member before, fetches that of the next. */
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
  // All tabs share the key: a login or logout in one counts in the others.
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
