import type { Step } from '../../resource/ordered-row.tsx';

/** What the tree knows of a link. */
export interface TreeRow {
  readonly id: number;
  readonly place: string;
  readonly parent_id?: number | null;
}

/** A link of the top, with those under it. */
export interface Branch<T extends TreeRow> {
  readonly row: T;
  readonly under: readonly T[];
}

/** Where a link can stand: among those of a place, or of a link. */
export interface Spot {
  readonly place: string;
  readonly parent: number | null;
  readonly index: number;
}

const parentOf = <T extends TreeRow>(rows: readonly T[], row: T): T | undefined =>
  rows.find(({ id, parent_id: above }) => id === row.parent_id && (above ?? null) === null);

/** The branches of a place. A link whose parent has gone stands at the top. */
export function branches<T extends TreeRow>(rows: readonly T[], place: string): readonly Branch<T>[] {
  return rows
    .filter((row) => row.place === place && !parentOf(rows, row))
    .map((row) => ({ row, under: rows.filter((other) => parentOf(rows, other) === row) }));
}

/** The links beside one that stands, or would stand, at a spot. */
export function besides<T extends TreeRow>(rows: readonly T[], { place, parent }: Omit<Spot, 'index'>): readonly T[] {
  const tops = branches(rows, place);
  return parent === null ? tops.map(({ row }) => row) : (tops.find(({ row }) => row.id === parent)?.under ?? []);
}

export function spotOf<T extends TreeRow>(rows: readonly T[], row: T): Spot {
  const parent = parentOf(rows, row);
  const at = { place: parent?.place ?? row.place, parent: parent?.id ?? null };
  return { ...at, index: besides(rows, at).findIndex(({ id }) => id === row.id) };
}

const hasUnder = <T extends TreeRow>(rows: readonly T[], row: T): boolean =>
  rows.some((other) => parentOf(rows, other)?.id === row.id);

/** Whether a link can stand there: there is one level below the top. */
export function fits<T extends TreeRow>(rows: readonly T[], row: T, { parent }: Pick<Spot, 'parent'>): boolean {
  if (parent === null) return true;
  const above = rows.find(({ id }) => id === parent);
  return parent !== row.id && above !== undefined && !parentOf(rows, above) && !hasUnder(rows, row);
}

/** All links in their order, with one of them at another spot; what stands under it goes along. */
export function placed<T extends TreeRow>(
  rows: readonly T[],
  places: readonly string[],
  moving: T,
  spot: Spot,
): readonly T[] {
  if (!fits(rows, moving, spot)) return rows;
  const moved = { ...moving, place: spot.place, parent_id: spot.parent };
  const inserted = (list: readonly T[], here: Omit<Spot, 'index'>) => {
    const rest = list.filter(({ id }) => id !== moving.id);
    const isHere = here.parent === spot.parent && (spot.parent !== null || here.place === spot.place);
    return isHere ? rest.toSpliced(Math.max(0, Math.min(spot.index, rest.length)), 0, moved) : rest;
  };
  const under = ({ id }: T) => rows.filter((row) => parentOf(rows, row)?.id === id);
  return places.flatMap((place) =>
    inserted(besides(rows, { place, parent: null }), { place, parent: null }).flatMap((row) =>
      [row].concat(inserted(under(row), { place, parent: row.id })),
    ),
  );
}

/** Where a key moves a link: along its list, under the one before it, or out again. */
export function stepped<T extends TreeRow>(rows: readonly T[], row: T, step: Step): Spot | null {
  const at = spotOf(rows, row);
  const list = besides(rows, at);
  const last = list.length - 1;
  switch (step) {
    case 'ArrowUp':
      return at.index > 0 ? { ...at, index: at.index - 1 } : null;
    case 'ArrowDown':
      return at.index < last ? { ...at, index: at.index + 1 } : null;
    case 'Home':
      return at.index > 0 ? { ...at, index: 0 } : null;
    case 'End':
      return at.index < last ? { ...at, index: last } : null;
    case 'ArrowRight': {
      const before = list[at.index - 1];
      if (at.parent !== null || !before || hasUnder(rows, row)) return null;
      const under = { place: at.place, parent: before.id };
      return { ...under, index: besides(rows, under).length };
    }
    case 'ArrowLeft': {
      const top = { place: at.place, parent: null };
      if (at.parent === null) return null;
      return { ...top, index: besides(rows, top).findIndex(({ id }) => id === at.parent) + 1 };
    }
  }
}

/** Where a link comes to stand that is dropped on another. */
export function dropped<T extends TreeRow>(rows: readonly T[], row: T, on: T, isUnder: boolean): Spot | null {
  const target = spotOf(rows, on);
  if (on.id === row.id || target.parent === row.id) return null;
  const under = { place: target.place, parent: on.id };
  if (isUnder && target.parent === null && fits(rows, row, under)) {
    return { ...under, index: besides(rows, under).length };
  }
  if (!fits(rows, row, target)) {
    const top = { place: target.place, parent: null };
    return { ...top, index: besides(rows, top).findIndex(({ id }) => id === target.parent) + 1 };
  }
  return target;
}
