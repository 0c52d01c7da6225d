import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { buttonClass, EmptyState, ErrorState } from '@touchline/ui';
import { useState } from 'react';
import { sessionQuery } from '../session/session.ts';
import { useAddressedRow } from '../lists/list-row.ts';
import { formAddress } from './addresses.ts';
import { FindBox } from './find-box.tsx';
import { itemsWithDraft } from './kept-drafts.ts';
import { NothingFound } from './nothing-found.tsx';
import { moved } from './ordering.ts';
import { MoveSheet } from './move-sheet.tsx';
import type { ListProps, Resource, Row } from './resource.ts';
import { rowsQuery } from './resource-queries.ts';
import { ResourceRow } from './resource-row.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useOrder } from './use-order.ts';
import { useRemove } from './use-remove.ts';
import '../lists/list.css';

interface ResourceListProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  /** The search text. */
  readonly find: string;
  readonly onFind: (find: string) => void;
}

/** The list of a type of content, with search, order and removal. */
export function ResourceList({ channel, resource, find, onFind }: ResourceListProps) {
  const t = useConsoleT();
  const { data: rows, isPending, refetch } = useQuery(rowsQuery(channel.id, resource));
  if (isPending) return <RowsSkeleton />;
  if (!rows) {
    return (
      <div className="mt-6">
        <ErrorState text={t('resource.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title={t(resource.texts.empty)} text={t(resource.texts.emptyText)}>
          <Link {...formAddress({ channel, resource }, null)} className={buttonClass()}>
            {t(resource.texts.add)}
          </Link>
        </EmptyState>
      </div>
    );
  }
  const List = resource.List ?? Rows;
  return <List channel={channel} resource={resource} rows={rows} find={find} onFind={onFind} />;
}

function Rows({ channel, resource, rows, find, onFind }: ListProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const remove = useRemove(channel.id, resource);
  const order = useOrder(channel.id, resource);
  const { operator } = useSuspenseQuery(sessionQuery).data;
  const [dragged, setDragged] = useState<number | null>(null);
  const [moving, setMoving] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useKeptFocus();
  useAddressedRow(rows.length > 0);
  const drafts = itemsWithDraft({ operator: operator?.id ?? 0, channel: channel.id, kind: resource.kind });

  const words = find.trim().toLocaleLowerCase(locale);
  const matches = (row: Row) =>
    [resource.title(row, t), ...(resource.facts?.(row, t, locale) ?? [])].some((text) =>
      text.toLocaleLowerCase(locale).includes(words),
    );
  const isOrdered = resource.calls.order !== undefined && words === '';
  const shown = rows.filter(matches);

  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row) return;
    keepFocus();
    order(moved(rows, from, to));
    setSaid(t('resource.movedTo', { name: resource.title(row, t), place: to + 1, count: rows.length }));
  };
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <FindBox find={find} onFind={onFind} />
        <output className="text-sm text-muted tabular-nums">{t('resource.count', { count: shown.length })}</output>
      </div>
      {isOrdered && rows.length > 1 && <p className="resource-order-text">{t('resource.orderText')}</p>}
      {shown.length === 0 ? (
        <NothingFound onClear={() => onFind('')} />
      ) : (
        <ul aria-label={t(resource.texts.title)} className="list">
          {shown.map((row, place) => (
            <ResourceRow
              key={row.id}
              channel={channel}
              resource={resource}
              row={row}
              hasDraft={drafts.has(row.id)}
              ordering={
                isOrdered
                  ? {
                      place,
                      count: rows.length,
                      onMove: move,
                      onMoveTo: () => setMoving(place),
                      dragged,
                      onDrag: setDragged,
                    }
                  : null
              }
              onRemove={() => remove.mutate(row)}
            />
          ))}
        </ul>
      )}
      <MoveSheet
        titles={rows.map((row) => resource.title(row, t))}
        place={moving ?? 0}
        open={moving !== null}
        onMove={(to) => moving !== null && move(moving, to)}
        onClose={() => setMoving(null)}
      />
      <output className="sr-only">{said}</output>
    </>
  );
}
