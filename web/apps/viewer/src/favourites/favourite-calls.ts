import { addFavourite, ApiError, type Connection, fetchFavourites, isCancelled, removeFavourite } from '@touchline/api';
import { currentTranslator } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { type Favourable, favouriteKey, useFavourites } from './favourites.ts';
import { isAboutGames } from '../queries/game-queries.ts';
import { queryClient } from '../queries/query-client.ts';

const NOT_FOUND = 404;

/** Pending changes whose call is on its way: a press meanwhile is seen to by the same loop. */
const underWay = new Set<string>();
/** Counts the answers, so that a list asked for before one of them is asked for again. */
let answers = 0;

/** Asks for the person's favourites. */
export async function loadFavourites(connection: Connection): Promise<void> {
  const { person } = useFavourites.getState();
  for (;;) {
    const before = answers;
    try {
      const list = await fetchFavourites(connection);
      if (useFavourites.getState().person !== person) return;
      if (before !== answers) continue;
      const kept = new Map(
        list.map(({ id, favoritable_id, favoritable_type }) => [
          favouriteKey({ type: favoritable_type, id: favoritable_id }),
          id,
        ]),
      );
      useFavourites.setState({ status: 'ready', kept });
    } catch {
      if (useFavourites.getState().person === person) useFavourites.setState({ status: 'failed' });
    }
    return;
  }
}

/** Makes the server agree with what was pressed last; where it does not, the heart goes back and says so. */
export async function syncFavourite(connection: Connection, thing: Favourable): Promise<void> {
  const { person } = useFavourites.getState();
  const key = favouriteKey(thing);
  const call = `${person} ${key}`;
  if (underWay.has(call)) return;
  underWay.add(call);
  try {
    while (isUnsettled(key, person)) {
      const id = await changed(connection, thing, useFavourites.getState().kept.get(key));
      answers += 1;
      if (useFavourites.getState().person === person) keep(key, id);
    }
  } catch (error) {
    if (isCancelled(error)) return;
    showToast({ id: 'favourites', type: 'error', text: currentTranslator().t('fav.failed') });
  } finally {
    underWay.delete(call);
    if (useFavourites.getState().person === person) clearPending(key);
  }
}

/** The pending change of this person is not yet what the server keeps. */
function isUnsettled(key: string, person: number): boolean {
  const { pending, kept, person: now } = useFavourites.getState();
  const wanted = pending.get(key);
  return now === person && wanted !== undefined && wanted !== kept.has(key);
}

/** Adds what is not kept, removes what is; the id that it is kept by then, or null. */
async function changed(connection: Connection, { type, id }: Favourable, keptBy?: number): Promise<number | null> {
  if (keptBy === undefined) return (await addFavourite(connection, type, id)).id;
  try {
    await removeFavourite(connection, keptBy);
  } catch (error) {
    // Another device was quicker.
    if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
  }
  return null;
}

function keep(key: string, id: number | null): void {
  useFavourites.setState(({ kept }) => {
    const next = new Map(kept);
    if (id === null) next.delete(key);
    else next.set(key, id);
    return { kept: next };
  });
  // Lists put favourites first, but not under the finger that has just pressed: at the next visit.
  void queryClient.invalidateQueries({ predicate: isAboutGames, refetchType: 'none' });
}

function clearPending(key: string): void {
  useFavourites.setState(({ pending }) => {
    const next = new Map(pending);
    next.delete(key);
    return { pending: next };
  });
}
