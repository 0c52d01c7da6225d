import type { Connection } from '@touchline/api';
import { loadPatiently } from '../shell/load-patiently.ts';
import { forgetFavourites } from './favourites.ts';
import { useSession } from './session.ts';
import { whenIdle } from './when-idle.ts';

const loadPerson = () => loadPatiently(() => import('./person.ts'));

/** Whoever comes or goes: what belonged to the one before is forgotten, what belongs to the next is fetched. */
export function followSession(connection: Connection): () => void {
  const cancel = whenIdle(() => {
    if (useSession.getState().user) void loadPerson().then(({ greet }) => greet(connection));
  });
  const unsubscribe = useSession.subscribe(({ user }, { user: before }) => {
    if (user?.id === before?.id) return;
    forgetFavourites();
    void loadPerson().then(({ exchange }) => exchange(connection));
  });
  // All tabs share the key: who logs in or out in one does so in the others.
  const follow = ({ key }: StorageEvent) => {
    if (key === 'rudy_member') void loadPerson().then(({ recognise }) => recognise(connection));
  };
  addEventListener('storage', follow);
  return () => {
    cancel();
    unsubscribe();
    removeEventListener('storage', follow);
  };
}
