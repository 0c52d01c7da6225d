import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchAudit, fetchAuditOperators } from '@touchline/api/console';
import { auditQuery as asked, type AuditSearch } from './audit-search.ts';

/** The log of a channel, a part at a time. */
export function auditLogQuery(channel: number, search: AuditSearch) {
  const query = asked(search);
  return infiniteQueryOptions({
    queryKey: ['audit', channel, query],
    queryFn: async ({ signal, pageParam }) =>
      fetchAudit(channel, { ...query, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
  });
}

/** The operators whose entries can be searched for. */
export function auditOperatorsQuery(channel: number) {
  return queryOptions({
    queryKey: ['audit-operators', channel],
    queryFn: ({ signal }) => fetchAuditOperators(channel, signal),
  });
}
