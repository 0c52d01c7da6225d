import type { Clip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import { isLoaded, stepTo } from './reel.ts';
import { MomentSlide } from './moment-slide.tsx';

interface MomentsReelProps {
  readonly clips: readonly Clip[];
  readonly total: number;
  /** Which of them is seen. */
  readonly onAt: (index: number) => void;
}

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** After so long without a step the reel has come to rest; not every browser says so itself. */
const REST_MS = 120;

const STEPS: Readonly<Record<string, -1 | 1>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  PageDown: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageUp: -1,
};

/** Moments to swipe through, or to go through by keys; the one that is seen plays. */
export function MomentsReel({ clips, total, onAt }: MomentsReelProps) {
  const t = useClipT();
  const track = useRef<HTMLDivElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [current, setCurrent] = useState(0);
  const [muted, setMuted] = useState(true);
  // With reduced motion the viewer presses play.
  const [paused, setPaused] = useState(wantsStillness);

  useEffect(() => {
    track.current?.focus({ preventScroll: true });
    return () => clearTimeout(rest.current);
  }, []);
  const arrive = (index: number) => {
    if (index === current || index < 0 || index >= clips.length) return;
    setCurrent(index);
    setPaused(wantsStillness());
    onAt(index);
  };
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    clearTimeout(rest.current);
    const settle = () => arrive(Math.round(currentTarget.scrollTop / Math.max(1, currentTarget.clientHeight)));
    rest.current = setTimeout(settle, REST_MS);
  };
  const go = (step: -1 | 1) => {
    const element = track.current;
    const index = stepTo(current, step, clips.length);
    if (!element || index === current) return;
    element.scrollTo({ top: index * element.clientHeight, behavior: wantsStillness() ? 'instant' : 'smooth' });
    arrive(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : undefined;
    const isOnTrack = event.target === track.current;
    if (step === undefined && !(isOnTrack && event.key === ' ') && event.key !== 'm') return;
    event.preventDefault();
    if (step !== undefined) go(step);
    else if (event.key === 'm') setMuted(!muted);
    else setPaused(!paused);
  };
  return (
    <div className="moments-stage">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key has a button of its own. */}
      <div
        ref={track}
        role="region"
        aria-label={t('moments.title')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys.
        tabIndex={0}
        className="moments-reel"
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        {clips.map((clip, index) => (
          <MomentSlide
            key={clip.id}
            clip={clip}
            position={t('moments.position', { number: index + 1, count: total })}
            isCurrent={index === current}
            isLoaded={isLoaded(index, current)}
            paused={paused}
            muted={muted}
            onPause={setPaused}
            onMute={setMuted}
          />
        ))}
      </div>
      <div className="moments-steps">
        <button
          type="button"
          className="moment-button"
          aria-label={t('moments.previous')}
          disabled={current === 0}
          onClick={() => go(-1)}
        >
          <ChevronUp aria-hidden size={26} />
        </button>
        <button
          type="button"
          className="moment-button"
          aria-label={t('moments.next')}
          disabled={current >= clips.length - 1}
          onClick={() => go(1)}
        >
          <ChevronDown aria-hidden size={26} />
        </button>
      </div>
      <p aria-live="polite" className="sr-only">
        {clips[current]?.name}
      </p>
    </div>
  );
}
