import type { AuditAction, AuditQuery } from '@touchline/api/console';
import { AUDIT_ACTIONS } from './audit-actions.ts';

/** The filters in the address: operator, action, days, and part of the subject. */
export interface AuditSearch {
  readonly who?: number;
  readonly action?: AuditAction;
  /** As `2026-11-18`, in the channel's time zone. */
  readonly from?: string;
  readonly to?: string;
  readonly find?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Takes what makes sense, and leaves the rest out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const who = Number(search['who']);
  const action = AUDIT_ACTIONS.find((known) => known === search['action']);
  const from = day(search['from']);
  const to = day(search['to']);
  const find = typeof search['find'] === 'string' ? search['find'].trim().slice(0, 254) : '';
  return {
    ...(Number.isSafeInteger(who) && who > 0 && { who }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && (!from || from <= to) && { to }),
    ...(find && { find }),
  };
}

function day(value: unknown): string | null {
  if (typeof value !== 'string' || !DAY.test(value)) return null;
  const date = new Date(`${value}T00:00:00Z`);
  // The 30th of February would be the 2nd of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null;
}

/** The same as the server takes it. */
export function auditQuery({ who, action, from, to, find }: AuditSearch): AuditQuery {
  return {
    ...(action && { action: [action] }),
    ...(who !== undefined && { operator: who }),
    ...(from && { from }),
    ...(to && { to }),
    ...(find && { q: find }),
  };
}

export function isNarrowed(search: AuditSearch): boolean {
  return Object.keys(search).length > 0;
}
