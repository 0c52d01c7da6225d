import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const SLEEP_MS = 3_000;

interface Awake {
  readonly awake: boolean;
  readonly wake: () => void;
  readonly sleep: () => void;
}

/** Whether the controls show: for 3 s after any sign of life, and for as long as a keyboard is among them. */
export function useAwake(root: RefObject<HTMLElement | null>, held: boolean): Awake {
  const [awake, setAwake] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const arm = useCallback(() => {
    clearTimeout(timer.current);
    const doze = () => {
      // A pointer leaves focus on what it pressed; only a keyboard's focus is a reason to stay.
      if (root.current?.querySelector(':focus-visible')) timer.current = setTimeout(doze, SLEEP_MS);
      else setAwake(false);
    };
    timer.current = setTimeout(doze, SLEEP_MS);
  }, [root]);
  useEffect(() => {
    if (!held) arm();
    return () => clearTimeout(timer.current);
  }, [arm, held]);
  const wake = useCallback(() => {
    setAwake(true);
    arm();
  }, [arm]);
  const sleep = useCallback(() => {
    clearTimeout(timer.current);
    setAwake(false);
  }, []);
  return { awake: awake || held, wake, sleep };
}
