import { loadContentMessages } from '@touchline/i18n';
import { LiveAnnouncer } from '../live-updates/live-announcer.tsx';
import { hasPendingStep, useSession } from '../session/session.ts';
import { FavouritesTutorial } from '../tutorial/favourites-tutorial.tsx';
import { CountLive } from './count-live.tsx';
import { useDeferred } from '../loading/use-deferred.ts';

const loadMessages = async () => ({ words: await loadContentMessages() });

/**
 * What follows the games and shows newcomers around. It can wait until the rest of the shell is there, and until whoever
 * has something to do first has done it.
 */
export function IdleParts() {
  const hasStep = useSession(({ user }) => hasPendingStep(user));
  const words = useDeferred(loadMessages);
  if (hasStep) return null;
  return (
    <>
      <CountLive />
      <LiveAnnouncer />
      {words && <FavouritesTutorial />}
    </>
  );
}
