/** How often a rail moves on by itself. */
export const AUTO_SCROLL_MS = 5000;

/** Everything that can hold a moving list still. */
export interface MotionState {
  /** The visitor pressed pause. */
  readonly stopped: boolean;
  readonly hovered: boolean;
  readonly focused: boolean;
  readonly touched: boolean;
  /** The tab is in the background, or the list out of sight. */
  readonly hidden: boolean;
  readonly reduced: boolean;
}

export const UNDISTURBED: MotionState = {
  stopped: false,
  hovered: false,
  focused: false,
  touched: false,
  hidden: false,
  reduced: false,
};

export function mayMove(state: MotionState): boolean {
  return !Object.values(state).some(Boolean);
}
