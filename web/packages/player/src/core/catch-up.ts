/** How a live picture is kept near the edge: a little faster while it is late, a little slower before it runs dry. */

export interface Pace {
  /** Seconds behind the newest part. */
  readonly latency: number;
  /** Seconds behind it that are wanted. */
  readonly target: number;
  /** Seconds that are there to play. */
  readonly buffered: number;
  /** The rate of now. */
  readonly rate: number;
}

interface Lag extends Pick<Pace, 'latency' | 'target'> {
  /** Whether the picture has stood still since it was last on time. */
  readonly stood: boolean;
}

const FASTEST = 1.1;
const SLOWEST = 0.97;
/** Starts to hurry at the first distance and stops at the second, so that the rate does not flutter. */
const LATE = 0.25;
const ON_TIME = 0.05;
const EARLY = -0.35;
/** With less than this there is nothing to hurry with. */
const LEAST_BUFFER = 0.4;
/** Later than this the picture jumps: hurrying would take minutes. */
const JUMP = 6;
/** A picture that stood still may as well go on at the edge: what was missed can be gone back to. */
const JUMP_AFTER_STALL = 1.5;

/** Servers ask for three parts of distance; what is on its way meanwhile allows for a little less. */
const SHARE_OF_HOLD_BACK = 0.8;
const AFTER_STALL = 0.4;
const MAX_STALLS = 4;
/** A line that was bad for a moment is good again after this long without a stall: one of them is forgotten. */
const FORGOTTEN_AFTER_MS = 60_000;

export interface Stalls {
  readonly count: number;
  /** When the last one was, or was forgotten. */
  readonly at: number;
}

export function stalled({ count }: Stalls, now: number): Stalls {
  return { count: Math.min(count + 1, MAX_STALLS), at: now };
}

/** What is left of them: the distance that they asked for is given back step by step. */
export function forgiven(stalls: Stalls, now: number): Stalls {
  if (stalls.count === 0 || now - stalls.at < FORGOTTEN_AFTER_MS) return stalls;
  return { count: stalls.count - 1, at: now };
}

/** How far behind the newest part to play: nearer than the server's advice, and further after each stall. */
export function targetLatency(holdBack: number, stalls: number): number {
  return holdBack * SHARE_OF_HOLD_BACK + Math.min(stalls, MAX_STALLS) * AFTER_STALL;
}

export function paceFor({ latency, target, buffered, rate }: Pace): number {
  const late = latency - target;
  if (late < EARLY) return SLOWEST;
  if (buffered < LEAST_BUFFER || late <= ON_TIME) return 1;
  if (late < LATE && rate <= 1) return 1;
  // In hundredths: finer steps than that only cost.
  return Math.min(FASTEST, 1 + Math.ceil(late * 10) / 100);
}

/** Whether a viewer at the live edge has fallen so far behind that only a jump brings them back. */
export function shouldJump({ latency, target, stood }: Lag): boolean {
  return latency - target > (stood ? JUMP_AFTER_STALL : JUMP);
}
