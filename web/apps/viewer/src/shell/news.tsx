import { loadContentMessages } from '@touchline/i18n';
import { LiveNews } from '../live-updates/live-news.tsx';
import { isHeldBack, useSession } from '../session/session.ts';
import { FavouritesTutorial } from '../tutorial/favourites-tutorial.tsx';
import { CountLive } from './count-live.tsx';
import { useLater } from '../loading/use-later.ts';

const loadWords = async () => ({ words: await loadContentMessages() });

/**
 * What follows the games and shows newcomers around. It can wait until the rest of the shell is there, and until whoever
 * has something to do first has done it.
 */
export function News() {
  const heldBack = useSession(({ user }) => isHeldBack(user));
  const words = useLater(loadWords);
  if (heldBack) return null;
  return (
    <>
      <CountLive />
      <LiveNews />
      {words && <FavouritesTutorial />}
    </>
  );
}
