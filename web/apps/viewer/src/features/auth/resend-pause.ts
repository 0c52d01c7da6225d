import { useState } from 'react';
import { useCountdown } from '../../time/use-countdown.ts';

const PAUSE_MS = 60_000;

/** When each mail may be asked for again; outlives the screen that asked. */
const nextAt = new Map<string, number>();

/** A mail has just been sent. */
export function noteSent(mail: string): void {
  nextAt.set(mail, Date.now() + PAUSE_MS);
}

/** Seconds until the mail may be asked for again, and how to tell that it has been. */
export function useResendPause(mail: string): { readonly left: number; readonly pause: () => void } {
  const [, setRound] = useState(0);
  const { minutes, seconds } = useCountdown(nextAt.get(mail) ?? 0);
  return {
    left: 60 * minutes + seconds,
    pause: () => {
      noteSent(mail);
      setRound((round) => round + 1);
    },
  };
}
