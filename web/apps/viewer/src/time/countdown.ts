/** What is left until a moment, in the units that a countdown shows. */
export interface Countdown {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly over: boolean;
}

export function countdown(targetMs: number, nowMs: number): Countdown {
  const left = Math.max(0, Math.ceil((targetMs - nowMs) / 1000));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
    over: left === 0,
  };
}

/** Milliseconds until the countdown shows something else, so that ticks do not drift. */
export function untilNextTick(targetMs: number, nowMs: number): number {
  const rest = (targetMs - nowMs) % 1000;
  return rest > 0 ? rest : 1000 + rest;
}
