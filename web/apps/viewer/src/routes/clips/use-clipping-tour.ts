import { fetchGames } from '@touchline/api';
import { useRouter } from '@tanstack/react-router';
import { useAppContext } from '../../app/channel.ts';
import { restartTutorial } from '../../features/tutorial/tutorial-store.ts';

/** Enough to find one among them that may be watched. */
const LOOKED_AT = 20;

/** Shows again how clipping works, on the page of a game. */
export function useClippingTour(): () => void {
  const router = useRouter();
  const { connection } = useAppContext();
  return () => {
    restartTutorial('clipping');
    const games = fetchGames(connection, { stream_status: 'live,finished', limit: LOOKED_AT });
    void games.then(
      ({ items }) => {
        const game = items.find(({ has_access }) => has_access);
        return game ? router.navigate({ to: '/watch/$id', params: { id: game.id } }) : router.navigate({ to: '/vod' });
      },
      () => router.navigate({ to: '/vod' }),
    );
  };
}
