import { Link } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, Button, classNames } from '@touchline/ui';
import { GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { formAddress } from './addresses.ts';
import type { Resource, Row } from './resource.ts';
import './resource-row.css';

interface Ordering {
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

interface ResourceRowProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  readonly row: Row;
  readonly hasDraft: boolean;
  /** Null for rows without an order, and in a filtered list. */
  readonly ordering: Ordering | null;
  readonly onRemove: () => void;
}

export function ResourceRow({ channel, resource, row, hasDraft, ordering, onRemove }: ResourceRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [isOver, setOver] = useState(false);
  const title = resource.title(row, t) || t('resource.untitled');
  const facts = resource.facts?.(row, t, locale).filter(Boolean) ?? [];

  const moveByKey = (event: KeyboardEvent) => {
    if (!ordering || !event.altKey || event.ctrlKey || event.metaKey) return;
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
  const action = { size: 'small', variant: 'secondary', className: 'min-h-11' } as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the row's own controls.
    <li
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
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            {...formAddress({ channel, resource }, row.id)}
            aria-keyshortcuts={ordering ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
            className="resource-link"
          >
            {title}
          </Link>
          {hasDraft && <Badge>{t('resource.unsaved')}</Badge>}
        </p>
        {facts.length > 0 && <p className="truncate text-sm text-muted">{facts.join(' · ')}</p>}
      </div>
      <div className="resource-actions">
        {ordering && ordering.count > 1 && (
          <Button
            {...action}
            aria-haspopup="dialog"
            aria-label={t('resource.moveToOf', { name: title })}
            onClick={ordering.onMoveTo}
          >
            {t('resource.moveTo')}
          </Button>
        )}
        <Button {...action} aria-label={t('resource.removeOf', { name: title })} onClick={onRemove}>
          {t('resource.remove')}
        </Button>
      </div>
    </li>
  );
}
