import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, restoreRevision, versionConflict } from '@touchline/api/console';
import { type ConsoleTranslate, useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import type { Resource, Row } from './resource.ts';
import { dropRow, revisionsQuery, rowsQuery } from './resource-queries.ts';

const UNDO_TIME_MS = 10_000;

/** Removes an item at once, with Undo in a toast. */
export function useRemove(channel: number, resource: Resource) {
  const t = useConsoleT();
  const client = useQueryClient();
  const { queryKey } = rowsQuery(channel, resource);
  return useMutation({
    mutationFn: (row: Row) => resource.calls.remove(channel, row.id, row.version),
    onMutate: async (row) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey) ?? [];
      dropRow(client, channel, resource, row.id);
      return { before };
    },
    onSuccess: (_, row, { before }) => {
      const undo = () => bringBack({ client, channel, resource, row, before, t });
      showToast({
        id: `removed-${resource.kind}-${row.id}`,
        type: 'success',
        text: t('resource.removedNamed', { name: resource.title(row, t) }),
        time: UNDO_TIME_MS,
        action: { text: t('resource.undo'), run: () => void undo() },
      });
    },
    onError: async (error, row) => {
      const name = resource.title(row, t);
      const refusal = error instanceof ApiError ? resource.sayRefusal?.(error.code, name, t) : null;
      const failure = versionConflict(error) ? 'resource.changedMeanwhile' : 'resource.removeFailed';
      const text = refusal ?? t(failure, { name });
      showToast({ type: 'error', text });
      await client.invalidateQueries({ queryKey });
    },
  });
}

interface Removed {
  readonly client: QueryClient;
  readonly channel: number;
  readonly resource: Resource;
  readonly row: Row;
  /** The list before the removal. */
  readonly before: readonly Row[];
  readonly t: ConsoleTranslate;
}

/** Restores the removed version at its old place. */
async function bringBack({ client, channel, resource, row, before, t }: Removed): Promise<void> {
  const { queryKey } = rowsQuery(channel, resource);
  const name = resource.title(row, t);
  try {
    await restoreRevision(channel, resource.kind, row.id, { revision: row.version, version: null });
    const now = await client.fetchQuery(rowsQuery(channel, resource));
    const wanted = inOldOrder(now, before);
    const isMoved = wanted.some(({ id }, index) => now[index]?.id !== id);
    if (isMoved && resource.calls.order) {
      client.setQueryData(queryKey, wanted);
      await resource.calls.order(
        channel,
        wanted.map(({ id }) => id),
      );
    }
    showToast({ type: 'success', text: t('resource.isBack', { name }) });
  } catch {
    showToast({ type: 'error', text: t('resource.undoFailed', { name }) });
    await client.invalidateQueries({ queryKey });
  }
  await client.invalidateQueries({ queryKey: revisionsQuery(channel, resource, row.id).queryKey });
}

/** The order of before; newer rows stay at the end. */
function inOldOrder(now: readonly Row[], before: readonly Row[]): Row[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Row) => places.get(id) ?? before.length;
  return now.toSorted((one, other) => placeOf(one) - placeOf(other));
}
