import { type Connection, type Event, fetchEvent, fetchGames } from '@touchline/api';
import { MEDIA, mediaUrl } from '@touchline/player';
import { useRouter } from '@tanstack/react-router';
import { useAppContext } from '../../channel/channel.ts';
import { streamOf } from '../../playback/details.ts';
import { restartTutorial } from '../../tutorial/tutorial-store.ts';

/** Enough to find one among them that has the scissors. */
const LOOKED_AT = 20;

/** The latest game that plays here; lists do not say whether it is another site that shows it. */
async function playedHere(connection: Connection): Promise<Event | undefined> {
  const query = { stream_status: 'live,finished', sort_direction: 'desc', limit: LOOKED_AT } as const;
  const { items } = await fetchGames(connection, query);
  for (const { id } of items.filter(({ has_access }) => has_access)) {
    // oxlint-disable-next-line no-await-in-loop -- the first is usually right.
    const game = await fetchEvent(connection, id);
    const isShownElsewhere = mediaUrl(game.media, MEDIA.embedded) !== null;
    if (!isShownElsewhere && (streamOf(game) ?? 'waiting') !== 'waiting') return game;
  }
  return undefined;
}

/** Shows again how clipping works, on the page of a game. */
export function useClippingTour(): () => void {
  const router = useRouter();
  const { connection } = useAppContext();
  return () => {
    restartTutorial('clipping');
    void playedHere(connection).then(
      (game) =>
        game ? router.navigate({ to: '/watch/$id', params: { id: game.id } }) : router.navigate({ to: '/vod' }),
      () => router.navigate({ to: '/vod' }),
    );
  };
}
