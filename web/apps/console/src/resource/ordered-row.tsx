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
}

interface OrderedRowProps {
  readonly id: number;
  readonly title: string;
  /** Null for rows without an order, and in a filtered list. */
  readonly ordering: Ordering | null;
  readonly children: ReactNode;
}

/** A row that moves by dragging its grip, and by Alt with the arrow keys. */
export function OrderedRow({ id, title, ordering, children }: OrderedRowProps) {
  const t = useConsoleT();
  const [isOver, setOver] = useState(false);

  const moveByKey = (event: KeyboardEvent) => {
    if (!ordering || !event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
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
    if (dragged !== ordering.place) ordering.onMove(dragged, ordering.place);
  };
  const isBelow = ordering !== null && dragged !== null && dragged < ordering.place;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the row's own controls.
    <li
      {...rowProps(id)}
      className={classNames('resource-row', isOver && (isBelow ? 'resource-row-below' : 'resource-row-above'))}
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
