import type { AuditAction, AuditQuery } from '@touchline/api/console';
import { periodQuery, type PeriodSearch, periodSearch } from '../../forms/period-search.ts';
import { AUDIT_ACTIONS } from './audit-actions.ts';

/** The filters in the address: operator, action, days, and part of the subject. */
export interface AuditSearch extends PeriodSearch {
  readonly who?: number;
  readonly action?: AuditAction;
}

/** Takes what makes sense, and leaves the rest out. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const who = Number(search['who']);
  const action = AUDIT_ACTIONS.find((known) => known === search['action']);
  return {
    ...(Number.isSafeInteger(who) && who > 0 && { who }),
    ...(action && { action }),
    ...periodSearch(search),
  };
}

/** The same as the server takes it. */
export function auditQuery({ who, action, ...period }: AuditSearch): AuditQuery {
  return {
    ...(action && { action: [action] }),
    ...(who !== undefined && { operator: who }),
    ...periodQuery(period),
  };
}

export function isNarrowed(search: AuditSearch): boolean {
  return Object.keys(search).length > 0;
}
