export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly side: 'above' | 'below';
  /** From the mark's left edge to what it points at. */
  readonly arrow: number;
}

/** Between the mark and what it points at, and between the mark and the edge of the window. */
const GAP = 12;
const EDGE = 12;
/** The arrow does not stand on a rounded corner. */
const CORNER = 24;

/** Where a mark stands that points at something: under it, or above where there is no room, and inside the window. */
export function placeMark(target: Box, mark: Size, viewport: Size): Place {
  const middle = target.left + target.width / 2;
  const left = clamp(middle - mark.width / 2, EDGE, viewport.width - EDGE - mark.width);
  const below = target.top + target.height + GAP;
  const above = target.top - GAP - mark.height;
  const fitsBelow = below + mark.height + EDGE <= viewport.height;
  const side = fitsBelow || above < EDGE ? 'below' : 'above';
  const top = clamp(side === 'below' ? below : above, EDGE, viewport.height - EDGE - mark.height);
  return { left, top, side, arrow: clamp(middle - left, CORNER, mark.width - CORNER) };
}

/** The lower bound wins where there is no room at all. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
