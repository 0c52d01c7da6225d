import type { ConsoleKey } from '@touchline/i18n';
import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<T> {
  readonly id: string;
  readonly title: ConsoleKey;
  readonly cell: (row: T) => ReactNode;
  /** The words for both directions, as they stand in the address; the first click takes `down`. */
  readonly sort?: { readonly up: string; readonly down: string };
  /** Nobody hides it: without it a row says nothing. */
  readonly isFixed?: true;
}

/** What a click on a column's head sorts by. */
export function nextSort({ up, down }: NonNullable<Column<never>['sort']>, now: string): string {
  return now === down ? up : down;
}

export function sortState(sort: Column<never>['sort'], now: string): 'ascending' | 'descending' | 'none' | undefined {
  if (!sort) return undefined;
  if (now === sort.up) return 'ascending';
  return now === sort.down ? 'descending' : 'none';
}

/** The columns that are not hidden. */
export function shownColumns<T>(columns: readonly Column<T>[], hidden: readonly string[]): readonly Column<T>[] {
  return columns.filter(({ id, isFixed }) => isFixed || !hidden.includes(id));
}

const keyOf = (list: string) => `touchline-columns:${list}`;

/** The columns of a list that are hidden on this device. */
export function hiddenColumns(list: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Browsers may deny storage, and another release may have kept something else.
    return [];
  }
}

export function hideColumns(list: string, hidden: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(hidden));
  } catch {
    // They are hidden until the page is left then.
  }
}
