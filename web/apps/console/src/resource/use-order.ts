import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRef } from 'react';
import type { Resource, Row } from './resource.ts';
import { rowsQuery } from './resource-queries.ts';

/** Shows a new order at once and saves it. While a save runs, only the last of the following orders is sent. */
export function useOrder(channel: number, resource: Resource): (rows: readonly Row[]) => void {
  const t = useConsoleT();
  const client = useQueryClient();
  const { queryKey } = rowsQuery(channel, resource);
  const wanted = useRef<readonly Row[]>([]);
  const save = useMutation({
    scope: { id: `order-${channel}-${resource.kind}` },
    mutationFn: async (rows: readonly Row[]) => {
      if (rows !== wanted.current) return null;
      return (
        resource.calls.order?.(
          channel,
          rows.map(({ id }) => id),
        ) ?? null
      );
    },
    onSuccess: (saved, rows) => {
      if (saved && rows === wanted.current) client.setQueryData(queryKey, saved);
    },
    onError: async () => {
      showToast({ type: 'error', text: t('resource.orderFailed') });
      await client.invalidateQueries({ queryKey });
    },
  });
  return (rows) => {
    wanted.current = rows;
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, [...rows]);
    save.mutate(rows);
  };
}
