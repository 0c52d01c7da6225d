import { useEffect, useState } from 'react';
import { type Day, dayOf } from '../../time/days.ts';

const LOOK_MS = 30_000;
const now = (timeZone: string): Day => dayOf(Date.now() / 1000, timeZone);

/** The present day in a zone, also for a page that stays open over midnight. */
export function useToday(timeZone: string): Day {
  const [today, setToday] = useState(() => now(timeZone));
  useEffect(() => {
    const timer = setInterval(() => setToday(now(timeZone)), LOOK_MS);
    return () => clearInterval(timer);
  }, [timeZone]);
  return today;
}
