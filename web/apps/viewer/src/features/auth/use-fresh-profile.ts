import { fetchProfile } from '@touchline/api';
import { useEffect } from 'react';
import { useAppContext } from '../../app/channel.ts';
import { useSession } from '../../app/session.ts';

/** Links in mails open elsewhere: whoever comes back to this page sees what has happened. */
export function useFreshProfile(): void {
  const { connection } = useAppContext();
  useEffect(() => {
    const look = async () => {
      const { user, setUser } = useSession.getState();
      if (document.visibilityState !== 'visible' || !user) return;
      try {
        setUser(await fetchProfile(connection));
      } catch {
        // Away: what is shown stays.
      }
    };
    const listen = () => void look();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, [connection]);
}
