import { useSuspenseQuery } from '@tanstack/react-query';
import type { MenuItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { useState } from 'react';
import { FindBox } from '../../resource/find-box.tsx';
import { itemsWithDraft } from '../../resource/kept-drafts.ts';
import { NothingFound } from '../../resource/nothing-found.tsx';
import type { ListProps, Row } from '../../resource/resource.ts';
import { ResourceRow } from '../../resource/resource-row.tsx';
import { useKeptFocus } from '../../resource/use-kept-focus.ts';
import { useRemove } from '../../resource/use-remove.ts';
import { sessionQuery } from '../../session/session.ts';
import { MenuMoveSheet } from './menu-move-sheet.tsx';
import { PLACES } from './menu-places.ts';
import { besides, branches, dropped, placed, type Spot, spotOf, stepped } from './menu-tree.ts';
import { useMenuMove } from './use-menu-move.ts';
import '../../lists/list.css';

const PLACE_NAMES = PLACES.map(({ value }) => value);

const isLink = (row: Row): row is MenuItem => 'place' in row;

/** The menu as a tree: links move along their list, under another one, and out again. */
export function MenuList({ channel, resource, rows, find, onFind }: ListProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const remove = useRemove(channel.id, resource);
  const save = useMenuMove(channel.id);
  const { operator } = useSuspenseQuery(sessionQuery).data;
  const [dragged, setDragged] = useState<MenuItem | null>(null);
  const [moving, setMoving] = useState<MenuItem | null>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useKeptFocus();
  const drafts = itemsWithDraft({ operator: operator?.id ?? 0, channel: channel.id, kind: resource.kind });
  const links = rows.filter(isLink);
  const words = find.trim().toLocaleLowerCase(locale);
  const matches = ({ name, url }: MenuItem) => `${name}\n${url}`.toLocaleLowerCase(locale).includes(words);
  const count = links.filter(matches).length;

  const move = (link: MenuItem, spot: Spot | null) => {
    if (!spot) return;
    keepFocus();
    const next = placed(links, PLACE_NAMES, link, spot);
    save({ rows: next, id: link.id, spot });
    const list = besides(next, spot);
    const above = links.find(({ id }) => id === spot.parent);
    const place = { name: link.name, place: Math.min(spot.index, list.length - 1) + 1, count: list.length };
    setSaid(above ? t('menu.movedUnder', { ...place, parent: above.name }) : t('resource.movedTo', place));
  };
  const entry = (link: MenuItem, isUnder: boolean) => (
    <ResourceRow
      key={link.id}
      channel={channel}
      resource={resource}
      row={link}
      hasDraft={drafts.has(link.id)}
      isUnder={isUnder}
      ordering={
        words === ''
          ? {
              place: spotOf(links, link).index,
              // Also an only link can move to the other position.
              count: links.length,
              onMove: () => undefined,
              onMoveTo: () => setMoving(link),
              dragged: dragged === null ? null : -1,
              onDrag: (at) => setDragged(at === null ? null : link),
              onStep: (step) => move(link, stepped(links, link, step)),
              onDropped: (under) => dragged && move(dragged, dropped(links, dragged, link, under)),
            }
          : null
      }
      onRemove={() => remove.mutate(link)}
    />
  );
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <FindBox find={find} onFind={onFind} />
        <output className="text-sm text-muted tabular-nums">{t('resource.count', { count })}</output>
      </div>
      {words === '' && links.length > 1 && <p className="resource-order-text">{t('menu.orderText')}</p>}
      {count === 0 && <NothingFound onClear={() => onFind('')} />}
      {PLACES.map(({ value, label }) => {
        const shown = branches(links, value).flatMap(({ row, under }) =>
          [{ link: row, isUnder: false }].concat(under.map((link) => ({ link, isUnder: true }))),
        );
        const found = shown.filter(({ link }) => matches(link));
        if (found.length === 0) return null;
        return (
          <section key={value}>
            <h2 className="mt-8 text-xl leading-7">{t(label)}</h2>
            <ul aria-label={t(label)} className="list">
              {found.map(({ link, isUnder }) => entry(link, isUnder))}
            </ul>
          </section>
        );
      })}
      <MenuMoveSheet
        links={links}
        link={moving}
        onMove={(spot) => moving && move(moving, spot)}
        onClose={() => setMoving(null)}
      />
      <output className="sr-only">{said}</output>
    </>
  );
}
