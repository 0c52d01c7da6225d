import type { Resource, Row } from './resource.ts';

/** The list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const [item] = list.slice(from, from + 1);
  return item === undefined ? rest : rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item);
}

export interface Group {
  /** Null for a resource without groups. */
  readonly value: string | null;
  readonly rows: readonly Row[];
}

/** The lists of a resource, with the rows in their order. Rows of an unknown group join the first. */
export function groupsOf(
  { groups, groupOf }: Pick<Resource, 'groups' | 'groupOf'>,
  rows: readonly Row[],
): readonly Group[] {
  if (!groups || !groupOf) return [{ value: null, rows }];
  const known = new Set(groups.map(({ value }) => value));
  const placeOf = (row: Row) => (known.has(groupOf(row)) ? groupOf(row) : groups[0]?.value);
  return groups.map(({ value }) => ({ value, rows: rows.filter((row) => placeOf(row) === value) }));
}

/** All rows, with one group reordered. */
export function withGroup(groups: readonly Group[], value: string | null, rows: readonly Row[]): readonly Row[] {
  return groups.flatMap((group) => (group.value === value ? rows : group.rows));
}
