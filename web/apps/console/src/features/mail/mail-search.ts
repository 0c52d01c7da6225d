import type { MailState } from '@touchline/api/console';

export const MAIL_STATES = ['kept', 'waiting', 'sent', 'failed'] as const satisfies readonly MailState[];
export const PAGE_SIZE = 25;
/** The server goes no deeper. */
const LAST_PAGE = 10_000 / PAGE_SIZE;

/** What the address says of the list: which mails, and which part of them. */
export interface MailSearch {
  readonly state?: MailState;
  readonly to?: string;
  readonly page?: number;
}

/** Takes what makes sense, and leaves the rest out. */
export function mailSearch(search: Record<string, unknown>): MailSearch {
  const state = MAIL_STATES.find((known) => known === search['state']);
  const to = typeof search['to'] === 'string' ? search['to'].trim().slice(0, 254) : '';
  const page = Number(search['page']);
  return {
    ...(state && { state }),
    ...(to && { to }),
    ...(Number.isInteger(page) && page > 1 && page <= LAST_PAGE && { page }),
  };
}

/** First and last of the mails on a page, counted from one. */
export function rangeOf(page: number, shown: number): { from: number; to: number } {
  const before = (page - 1) * PAGE_SIZE;
  return { from: before + 1, to: before + shown };
}
