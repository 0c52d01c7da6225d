import { LiveNews } from '../app/live-news.tsx';
import { FavouritesTutorial } from '../features/tutorial/favourites-tutorial.tsx';
import { CountLive } from './count-live.tsx';

/** What follows the games and shows newcomers around: it can wait until the rest of the shell is there. */
export function News() {
  return (
    <>
      <CountLive />
      <LiveNews />
      <FavouritesTutorial />
    </>
  );
}
