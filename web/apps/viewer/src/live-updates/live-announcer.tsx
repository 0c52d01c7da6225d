import { useT } from '@touchline/i18n';
import { useEffect, useState } from 'react';
import { eventTitle } from '../events/event-title.ts';
import { useAppContext } from '../channel/channel.ts';
import { followGames } from './follow-games.ts';
import { whenIdle } from '../loading/when-idle.ts';

/** Keeps games up to date from the moment it is there, and says to screen readers when one of the page goes live. */
export function LiveAnnouncer() {
  const t = useT();
  const context = useAppContext();
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    let end: (() => void) | undefined;
    const cancel = whenIdle(() => {
      end = followGames(context, (games) => setTitles(games.map(eventTitle)));
    });
    return () => {
      cancel();
      end?.();
    };
  }, [context]);
  return (
    <p role="status" className="sr-only">
      {titles.map((title) => t('live.now', { title })).join('. ')}
    </p>
  );
}
