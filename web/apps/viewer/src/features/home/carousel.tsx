import { useT } from '@touchline/i18n';
import { classNames, IconButton } from '@touchline/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { MotionButton } from '../../motion/motion-button.tsx';
import { useAutoMotion } from '../../motion/use-auto-motion.ts';
import { carouselStep, slideAt } from './carousel-step.ts';
import './hero.css';

/** A slide holds a headline, a line of text and a button: time to read them. */
const SLIDE_MS = 8000;

export interface CarouselSlide {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface CarouselProps {
  readonly label: string;
  readonly slides: readonly CarouselSlide[];
}

const CONTROL = 'bg-[#0a0c10b3] text-white enabled-hover:bg-[#0a0c10]';

/** Slides side by side: swiped by touch, moved by buttons and, without pointer or focus on them, by a timer. */
export function Carousel({ label, slides }: CarouselProps) {
  const t = useT();
  const root = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const shown = Math.min(current, slides.length - 1);
  const several = slides.length > 1;

  const show = (index: number) => {
    const element = track.current;
    if (!element) return;
    const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: index * element.clientWidth, behavior: reduced ? 'auto' : 'smooth' });
  };
  const follow = () => {
    const element = track.current;
    if (element) setCurrent(slideAt(element.scrollLeft, element.clientWidth, slides.length));
  };
  useAutoMotion(root, () => show(carouselStep(shown, slides.length, 1)), { enabled: several, interval: SLIDE_MS });

  return (
    <section ref={root} aria-roledescription="carousel" aria-label={label} className="hero on-art">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- slides may hold nothing to focus, and a keyboard must be able to scroll them all the same. */}
      <div ref={track} tabIndex={several ? 0 : undefined} className="hero-track" onScroll={follow}>
        {slides.map((slide, index) => (
          <div
            key={slide.key}
            role="group"
            aria-roledescription="slide"
            aria-label={t('hero.position', { number: index + 1, count: slides.length, title: slide.label })}
            inert={index !== shown}
            className="hero-slide"
          >
            {slide.content}
          </div>
        ))}
      </div>
      {several && (
        <div className="hero-controls">
          <MotionButton className={CONTROL} />
          <span className="flex">
            {slides.map((slide, index) => (
              <button
                key={slide.key}
                type="button"
                aria-label={t('hero.show', { number: index + 1 })}
                aria-current={index === shown}
                className="group grid size-6 cursor-pointer place-items-center rounded-full"
                onClick={() => show(index)}
              >
                <span
                  className={classNames(
                    'size-2.5 rounded-full border border-white transition-colors duration-120 group-hover:bg-white',
                    index === shown ? 'bg-white' : 'bg-[#0a0c1099]',
                  )}
                />
              </button>
            ))}
          </span>
          <span className="hidden gap-2 md:flex">
            <IconButton
              size="small"
              label={t('hero.previous')}
              className={CONTROL}
              onClick={() => show(carouselStep(shown, slides.length, -1))}
            >
              <ChevronLeft aria-hidden size={20} />
            </IconButton>
            <IconButton
              size="small"
              label={t('hero.next')}
              className={CONTROL}
              onClick={() => show(carouselStep(shown, slides.length, 1))}
            >
              <ChevronRight aria-hidden size={20} />
            </IconButton>
          </span>
        </div>
      )}
    </section>
  );
}
