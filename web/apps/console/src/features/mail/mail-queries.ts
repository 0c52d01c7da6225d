import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchMail, fetchMails } from '@touchline/api/console';
import { type MailSearch, PAGE_SIZE } from './mail-search.ts';

/** How soon a new mail shows by itself. */
const REFRESH_MS = 10_000;

export function mailsQuery(channel: number, { state, to, page = 1 }: MailSearch) {
  const query = { ...(state && { state }), ...(to && { to }), offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: ['mails', channel, query],
    queryFn: ({ signal }) => fetchMails(channel, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Each look is written down by the server, so nothing but the operator looks. */
export function mailQuery(channel: number, mail: number) {
  return queryOptions({
    queryKey: ['mail', channel, mail],
    queryFn: ({ signal }) => fetchMail(channel, mail, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}
