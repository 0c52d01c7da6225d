import { loadContentMessages } from '@touchline/i18n';
import { LiveAnnouncer } from '../live-updates/live-announcer.tsx';
import { hasPendingStep, useSession } from '../session/session.ts';
import { FavouritesTutorial } from '../tutorial/favourites-tutorial.tsx';
import { CountLive } from './count-live.tsx';
import { useDeferred } from '../loading/use-deferred.ts';

const loadMessages = async () => ({ words: await loadContentMessages() });

/**
 * Live updates and tutorials. They load when the rest of the shell is there and the browser is idle.
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
