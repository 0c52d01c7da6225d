import { useEffect, useState } from 'react';
import { type Countdown, countdown, untilNextTick } from './countdown.ts';

/** Counts down to the moment, once a second, and stops there. */
export function useCountdown(targetMs: number): Countdown {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      const current = Date.now();
      setNow(current);
      if (current < targetMs) timer = setTimeout(schedule, untilNextTick(targetMs, current));
    };
    schedule();
    return () => clearTimeout(timer);
  }, [targetMs]);
  return countdown(targetMs, now);
}
