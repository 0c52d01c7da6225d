import type { ReactNode } from 'react';

/** One line of the search: what it is, and where it leads or which words it brings back. */
export interface SearchOption {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly picture: ReactNode;
  readonly action: { readonly href: string } | { readonly text: string };
}

export interface SearchGroup {
  readonly key: string;
  readonly title: string;
  readonly options: readonly SearchOption[];
}

/** The option that an arrow key leads to, round and round; -1 is the field itself. */
export function stepOption(active: number, count: number, direction: 1 | -1): number {
  const places = count + 1;
  return ((active + 1 + direction + places) % places) - 1;
}
