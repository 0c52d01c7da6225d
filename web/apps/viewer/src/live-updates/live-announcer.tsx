import { useT } from '@touchline/i18n';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { eventTitle } from '../events/event-title.ts';
import { followServer } from './follow-server.ts';
import { whenIdle } from '../loading/when-idle.ts';

/** Keeps the page up to date from the moment it is there, and says to screen readers when one of the page goes live. */
export function LiveAnnouncer() {
  const t = useT();
  const router = useRouter();
  const [titles, setTitles] = useState<readonly string[]>([]);
  useEffect(() => {
    let end: (() => void) | undefined;
    const cancel = whenIdle(() => {
      end = followServer(router, (games) => setTitles(games.map(eventTitle)));
    });
    return () => {
      cancel();
      end?.();
    };
  }, [router]);
  return (
    <p role="status" className="sr-only">
      {titles.map((title) => t('live.now', { title })).join('. ')}
    </p>
  );
}
