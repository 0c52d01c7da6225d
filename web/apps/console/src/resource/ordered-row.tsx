import { useConsoleT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { rowProps } from '../lists/list-row.ts';
import './resource-row.css';

export interface Ordering {
  readonly place: number;
  /** The number of rows in the list. */
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
  /** Opens the sheet that moves the row. */
  readonly onMoveTo: () => void;
  /** The place of the row that is being dragged. */
  readonly dragged: number | null;
  readonly onDrag: (place: number | null) => void;
  /** Of a list with levels: what a key means, with Alt. */
  readonly onStep?: (step: Step) => void;
  /** Of a list with levels: what is dragged was dropped on this row, further to its end for a place under it. */
  readonly onDropped?: (isUnder: boolean) => void;
}

export type Step = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

const STEPS: readonly Step[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
/** From the begin of a row, in pixels: what is dropped behind it goes under the row. */
const UNDER_FROM = 96;

interface OrderedRowProps {
  /** Of rows that the keys of lists reach. */
  readonly id?: number;
  readonly title: string;
  /** Null for rows without an order, and in a filtered list. */
  readonly ordering: Ordering | null;
  /** It stands under the row above. */
  readonly isUnder?: boolean;
  readonly children: ReactNode;
}

/** A row that moves by dragging its grip, and by Alt with the arrow keys. */
export function OrderedRow({ id, title, ordering, isUnder = false, children }: OrderedRowProps) {
  const t = useConsoleT();
  const [isOver, setOver] = useState(false);

  const moveByKey = (event: KeyboardEvent) => {
    if (!ordering || !event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    if (ordering.onStep) {
      const step = STEPS.find((one) => one === event.key);
      if (!step) return;
      event.preventDefault();
      ordering.onStep(step);
      return;
    }
    const last = ordering.count - 1;
    const to = { ArrowUp: ordering.place - 1, ArrowDown: ordering.place + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= last) ordering.onMove(ordering.place, to);
  };
  const begin = (event: DragEvent) => {
    if (!ordering) return;
    event.dataTransfer.setData('text/plain', title);
    event.dataTransfer.effectAllowed = 'move';
    const whole = event.currentTarget.closest('li');
    if (whole) event.dataTransfer.setDragImage(whole, 16, 16);
    ordering.onDrag(ordering.place);
  };
  const dragged = ordering?.dragged ?? null;
  const over = (event: DragEvent) => {
    if (dragged === null) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!ordering || dragged === null) return;
    event.preventDefault();
    const { left } = event.currentTarget.getBoundingClientRect();
    if (ordering.onDropped) ordering.onDropped(event.clientX - left > UNDER_FROM);
    else if (dragged !== ordering.place) ordering.onMove(dragged, ordering.place);
  };
  const isBelow = ordering !== null && dragged !== null && dragged < ordering.place;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the row's own controls.
    <li
      {...(id !== undefined && rowProps(id))}
      className={classNames(
        'resource-row',
        isUnder && 'resource-row-under',
        isOver && (isBelow ? 'resource-row-below' : 'resource-row-above'),
      )}
      onKeyDown={moveByKey}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {ordering && (
        <span
          aria-hidden
          draggable
          className="resource-grip"
          title={t('resource.drag')}
          onDragStart={begin}
          onDragEnd={() => ordering.onDrag(null)}
        >
          <GripVertical size={20} />
        </span>
      )}
      {children}
    </li>
  );
}

/** On a Mac, Alt with an arrow moves the cursor in a text. */
function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
