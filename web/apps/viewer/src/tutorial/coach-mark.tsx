import { useT } from '@touchline/i18n';
import { Button, IconButton } from '@touchline/ui';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isInSight } from './find-target.ts';
import { type Place, placeMark } from './place-mark.ts';
import './coach-mark.css';

interface Step {
  readonly title: string;
  readonly text: string;
}

interface CoachMarkProps {
  readonly target: HTMLElement;
  readonly steps: readonly Step[];
  /** True for a requested tutorial; an unrequested one never takes the focus. */
  readonly takesFocus: boolean;
  readonly onEnd: () => void;
}

/**
 * Words beside the thing that they are about. The page stays usable; Escape, Skip and the last step end it. It stands
 * in the document right after its target, so that the next Tab leads into it.
 */
export function CoachMark({ target, steps, takesFocus, onEnd }: CoachMarkProps) {
  const t = useT();
  const id = useId();
  const mark = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);
  const [index, setIndex] = useState(0);
  const [place, setPlace] = useState<(Place & { readonly inSight: boolean }) | null>(null);
  const step = steps[index];
  const isLast = index === steps.length - 1;

  const end = () => {
    if (mark.current?.contains(document.activeElement)) target.focus({ preventScroll: true });
    onEnd();
  };
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    end();
  });
  const settle = useEffectEvent(() => {
    const element = mark.current;
    if (!element) return;
    if (!target.isConnected) return onEnd();
    const { offsetWidth: width, offsetHeight: height } = element;
    const viewport = { width: document.documentElement.clientWidth, height: freeHeight() };
    setPlace({ ...placeMark(target.getBoundingClientRect(), { width, height }, viewport), inSight: isInSight(target) });
  });

  useLayoutEffect(() => {
    // The top layer lifts it out of the row, whose edges would cut it. A row that has just gone takes it along.
    if (mark.current?.isConnected) mark.current.showPopover?.();
    settle();
    target.toggleAttribute('data-pointed', true);
    return () => {
      target.toggleAttribute('data-pointed', false);
    };
  }, [target]);

  useEffect(() => {
    const ends = new AbortController();
    const { signal } = ends;
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => settle());
    };
    document.addEventListener('scroll', later, { signal, capture: true, passive: true });
    addEventListener('resize', later, { signal });
    // A change of the page may move the target, or take it away.
    const observer = new MutationObserver(later);
    observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
    const resized = new ResizeObserver(later);
    if (mark.current) resized.observe(mark.current);
    document.addEventListener('keydown', (event) => escape(event), { signal });
    return () => {
      ends.abort();
      observer.disconnect();
      resized.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);

  // Nothing that is still hidden can take the focus.
  const isSeen = place?.inSight ?? false;
  useEffect(() => {
    if (!takesFocus || !isSeen || wasFocused.current) return;
    wasFocused.current = true;
    next.current?.focus({ preventScroll: true });
  }, [takesFocus, isSeen]);

  if (!step) return null;
  return createPortal(
    <div
      ref={mark}
      popover="manual"
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-side={place?.side}
      className="coach-mark on-body"
      style={{
        left: place?.left ?? 0,
        top: place?.top ?? 0,
        visibility: place?.inSight ? 'visible' : 'hidden',
      }}
    >
      <span aria-hidden className="coach-arrow" style={{ left: place?.arrow ?? 0 }} />
      <div aria-live="polite" className="pe-9">
        <h2 id={`${id}-title`} className="text-[1.25rem] leading-6">
          {step.title}
        </h2>
        <p id={`${id}-text`} className="mt-1 text-sm leading-5 text-pretty text-muted">
          {step.text}
        </p>
      </div>
      <IconButton
        label={t('tutorial.skip')}
        size="small"
        className="absolute! top-2 right-2 text-muted hover:bg-raised hover:text-text"
        onClick={end}
      >
        <X aria-hidden size={18} />
      </IconButton>
      <div className="mt-3 flex items-center justify-between gap-3">
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {t('tutorial.progress', { number: index + 1, count: steps.length })}
        </p>
        <Button ref={next} size="small" onClick={() => (isLast ? end() : setIndex(index + 1))}>
          {isLast ? t('tutorial.done') : t('tutorial.next')}
        </Button>
      </div>
    </div>,
    target.closest('article') ?? document.body,
  );
}

/** On a phone the tabs at the bottom stay within reach. */
function freeHeight(): number {
  const bar = document.querySelector('.tab-bar')?.getBoundingClientRect();
  return bar && bar.height > 0 ? bar.top : innerHeight;
}
