import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { railEdges, type RailEdges, type RailPosition } from './rail-paging.ts';

export const positionOf = (list: HTMLElement): RailPosition => ({
  left: list.scrollLeft,
  visible: list.clientWidth,
  total: list.scrollWidth,
});

/** The distance from one card to the next. */
export function stepOf(list: HTMLElement): number {
  const [first, second] = list.children;
  if (!(first instanceof HTMLElement)) return list.clientWidth;
  return second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : first.offsetWidth;
}

export function scrollRail(list: HTMLElement, left: number): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  list.scrollTo({ left, behavior: reduced ? 'auto' : 'smooth' });
}

/** Whether the rail can go back or on, kept true while it scrolls and changes size. */
export function useRailEdges(list: RefObject<HTMLElement | null>): RailEdges {
  const [edges, setEdges] = useState<RailEdges>({ atStart: true, atEnd: true });
  // Before the first paint, because arrows that come later would push what stands beside them.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const next = railEdges(positionOf(element));
      setEdges((before) => (before.atStart === next.atStart && before.atEnd === next.atEnd ? before : next));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [list]);
  return edges;
}

/** A card that joins at the front is seen: browsers hold on to the card that was first, and would leave it outside. */
export function useStayAtStart(list: RefObject<HTMLElement | null>, atStart: boolean): void {
  const first = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || element.firstElementChild === first.current) return;
    if (first.current && atStart) element.scrollTo({ left: 0, behavior: 'instant' });
    first.current = element.firstElementChild;
  });
}
