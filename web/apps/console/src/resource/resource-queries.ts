import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchRevisions } from '@touchline/api/console';
import type { Editable, Row } from './resource.ts';

interface Listed<T extends Row> {
  readonly noun: string;
  readonly calls: { list(channel: number, signal: AbortSignal): Promise<T[]> };
}

/** All items of a kind, in their order. */
export function rowsQuery<T extends Row>(channel: number, { noun, calls }: Listed<T>) {
  return queryOptions({
    queryKey: ['rows', channel, noun],
    queryFn: ({ signal }) => calls.list(channel, signal),
  });
}

export function revisionsQuery(channel: number, { kind }: Pick<Editable, 'kind'>, item: number) {
  return queryOptions({
    queryKey: ['revisions', channel, kind, item],
    queryFn: ({ signal }) => fetchRevisions(channel, kind, item, signal),
  });
}

/** Puts a saved item into the cached list. What is only read may be missing in it, and stays. */
export function putRow(client: QueryClient, channel: number, resource: Editable, row: Row): void {
  client.setQueryData(rowsQuery(channel, resource).queryKey, (rows) => {
    if (!rows) return rows;
    return rows.some(({ id }) => id === row.id)
      ? rows.map((old) => (old.id === row.id ? { ...old, ...row } : old))
      : [...rows, row];
  });
  void client.invalidateQueries({ queryKey: revisionsQuery(channel, resource, row.id).queryKey });
}

export function dropRow(client: QueryClient, channel: number, resource: Editable, item: number): void {
  client.setQueryData(rowsQuery(channel, resource).queryKey, (rows) => rows?.filter(({ id }) => id !== item));
  void client.invalidateQueries({ queryKey: revisionsQuery(channel, resource, item).queryKey });
}
