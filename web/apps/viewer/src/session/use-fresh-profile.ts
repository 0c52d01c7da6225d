import { useEffect } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { importMemberData } from './follow-session.ts';

/** The profile as the server has it, now and whenever the visitor comes back: a mail's link may have changed it elsewhere. */
export function useFreshProfile(): void {
  const { connection } = useAppContext();
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) void importMemberData().then(({ refreshProfile }) => refreshProfile(connection));
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [connection]);
}
