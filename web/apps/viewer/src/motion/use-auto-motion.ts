import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { mayMove, type MotionState, UNDISTURBED } from './auto-motion.ts';
import { useMotionSwitch } from './motion-switch.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Calls `advance` at every interval while the element is visible and has no pointer, touch or focus on it. */
export function useAutoMotion(
  target: RefObject<HTMLElement | null>,
  advance: () => void,
  options: { readonly enabled: boolean; readonly interval: number },
): void {
  const { enabled, interval } = options;
  const stopped = useMotionSwitch((motion) => motion.stopped);
  const [state, setState] = useState(UNDISTURBED);
  const onTick = useEffectEvent(advance);

  useEffect(() => {
    const element = target.current;
    if (!element || !enabled) return;
    const set = (change: Partial<MotionState>) => setState((before) => ({ ...before, ...change }));
    const ends = new AbortController();
    const { signal } = ends;
    const on = (name: string, change: Partial<MotionState>) =>
      element.addEventListener(name, () => set(change), { signal, passive: true });
    on('mouseenter', { hovered: true });
    on('mouseleave', { hovered: false });
    on('focusin', { focused: true });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) set({ focused: false });
      },
      { signal },
    );
    // After a touch the visitor is driving: the list does not pull away again.
    on('touchstart', { touched: true });

    const media = matchMedia(REDUCED);
    const followMedia = () => set({ reduced: media.matches });
    followMedia();
    media.addEventListener('change', followMedia, { signal });

    let inView = true;
    const followSight = () => set({ hidden: document.hidden || !inView });
    document.addEventListener('visibilitychange', followSight, { signal });
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? true;
      followSight();
    });
    observer.observe(element);
    return () => {
      ends.abort();
      observer.disconnect();
    };
  }, [target, enabled]);

  const running = enabled && mayMove({ ...state, stopped });
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => onTick(), interval);
    return () => clearInterval(timer);
  }, [running, interval]);
}
