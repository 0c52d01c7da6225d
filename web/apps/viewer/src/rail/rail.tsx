import { useT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { AUTO_SCROLL_MS } from '../motion/auto-motion.ts';
import { MotionButton } from '../motion/motion-button.tsx';
import { useAutoMotion } from '../motion/use-auto-motion.ts';
import { autoTarget, pageTarget } from './rail-paging.ts';
import { positionOf, scrollRail, stepOf, useRailEdges, useStayAtStart } from './use-rail.ts';
import './rail.css';

interface RailProps {
  readonly title: string;
  /** List items. */
  readonly children: ReactNode;
  /** Nothing to move while skeletons stand in. */
  readonly still?: boolean;
  /** A link to all there is, where the row shows a part. */
  readonly more?: ReactNode;
}

const ROUND = 'bg-raised text-text enabled-hover:bg-control enabled-hover:text-body disabled:text-muted';

/** A row of cards that scrolls sideways: by itself, by arrow, by touch and by keyboard. */
export function Rail({ title, children, still = false, more }: RailProps) {
  const t = useT();
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const edges = useRailEdges(list);
  useStayAtStart(list, edges.atStart);
  const overflows = !(edges.atStart && edges.atEnd);

  const page = (direction: 1 | -1) => {
    const element = list.current;
    if (element) scrollRail(element, pageTarget(positionOf(element), stepOf(element), direction));
  };
  const advance = () => {
    const element = list.current;
    if (element) scrollRail(element, autoTarget(positionOf(element), stepOf(element)));
  };
  useAutoMotion(section, advance, { enabled: overflows && !still, interval: AUTO_SCROLL_MS });

  return (
    <section ref={section} aria-labelledby={heading}>
      <div className="mb-3 flex min-h-11 items-center gap-2 px-(--gutter)">
        <h2 id={heading} className="me-auto text-[1.5rem] leading-8 md:text-[1.75rem]">
          {title}
        </h2>
        {more}
        {overflows && !still && (
          <>
            <MotionButton className="text-muted hover:bg-raised hover:text-text" />
            <span className="hidden gap-2 md:flex">
              <IconButton
                size="small"
                label={t('rail.previous', { title })}
                disabled={edges.atStart}
                className={ROUND}
                onClick={() => page(-1)}
              >
                <ChevronLeft aria-hidden size={20} />
              </IconButton>
              <IconButton
                size="small"
                label={t('rail.next', { title })}
                disabled={edges.atEnd}
                className={ROUND}
                onClick={() => page(1)}
              >
                <ChevronRight aria-hidden size={20} />
              </IconButton>
            </span>
          </>
        )}
      </div>
      <ul ref={list} className="rail">
        {children}
      </ul>
    </section>
  );
}
