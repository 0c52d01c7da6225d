/** Where a rail stands and where it goes next; distances in pixels. */
export interface RailPosition {
  readonly left: number;
  readonly visible: number;
  readonly total: number;
}

/** Sub-pixel layouts never land exactly on an edge. */
const SLACK = 8;

export interface RailEdges {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

export function railEdges({ left, visible, total }: RailPosition): RailEdges {
  return { atStart: left <= SLACK, atEnd: left + visible >= total - SLACK };
}

/** The arrows' next stop: as many whole cards as fit, at least one. */
export function pageTarget(position: RailPosition, step: number, direction: 1 | -1): number {
  const cards = Math.max(1, Math.floor(position.visible / step));
  return clamp(snapped(position.left, step) + direction * cards * step, position);
}

/** The next stop of a rail that moves by itself: one card on, and back to the start from the end. */
export function autoTarget(position: RailPosition, step: number): number {
  return railEdges(position).atEnd ? 0 : clamp(snapped(position.left, step) + step, position);
}

const snapped = (left: number, step: number): number => Math.round(left / step) * step;

const clamp = (left: number, { visible, total }: RailPosition): number =>
  Math.min(Math.max(0, left), Math.max(0, total - visible));
