import { useMutation, useQueryClient } from '@tanstack/react-query';
import { menuCalls, type MenuItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRef } from 'react';
import { rowsQuery } from '../../resource/resource-queries.ts';
import type { Spot } from './menu-tree.ts';

const MENU = { noun: 'menu', calls: menuCalls } as const;

interface Move {
  /** All links in their new order. */
  readonly rows: readonly MenuItem[];
  readonly id: number;
  readonly spot: Spot;
}

/** Shows a link at its new spot at once and saves it. Moves are saved one after the other. */
export function useMenuMove(channel: number): (move: Move) => void {
  const t = useConsoleT();
  const client = useQueryClient();
  const { queryKey } = rowsQuery(channel, MENU);
  const newest = useRef<readonly MenuItem[]>([]);
  /** As the server has them, where a move has changed them. */
  const saved = useRef(new Map<number, MenuItem>());
  const save = useMutation({
    scope: { id: `order-${channel}-menu_link` },
    mutationFn: async ({ rows, id, before, spot }: Move & { readonly before: MenuItem }) => {
      const stored = saved.current.get(id) ?? before;
      if ((stored.parent_id ?? null) !== spot.parent || (spot.parent === null && stored.place !== spot.place)) {
        const place: MenuItem['place'] = spot.place === 'footer' ? 'footer' : 'header';
        const fields = { parent_id: spot.parent, ...(spot.parent === null && { place }) } as const;
        saved.current.set(id, await menuCalls.update(channel, id, stored.version, fields));
      }
      return rows === newest.current
        ? menuCalls.order(
            channel,
            rows.map((row) => row.id),
          )
        : null;
    },
    onSuccess: (rows, move) => {
      if (rows && move.rows === newest.current) {
        saved.current.clear();
        client.setQueryData(queryKey, rows);
      }
    },
    onError: async () => {
      saved.current.clear();
      showToast({ type: 'error', text: t('resource.orderFailed') });
      await client.invalidateQueries({ queryKey });
    },
  });
  return (move) => {
    const before = client.getQueryData(queryKey)?.find(({ id }) => id === move.id);
    if (!before) return;
    newest.current = move.rows;
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, [...move.rows]);
    save.mutate({ ...move, before });
  };
}
