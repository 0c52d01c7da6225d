/** The steps after the one that makes the channel. */
const CHANNEL_STEPS = ['look', 'sports', 'school', 'check'] as const;

export type ChannelStep = (typeof CHANNEL_STEPS)[number];

interface SetupSearch {
  /** Without one, the assistant goes on where it was left. */
  readonly step?: ChannelStep;
}

export function setupSearch({ step }: Record<string, unknown>): SetupSearch {
  const known = CHANNEL_STEPS.find((one) => one === step);
  return known ? { step: known } : {};
}

export function stepAfter(step: ChannelStep): ChannelStep {
  return CHANNEL_STEPS[CHANNEL_STEPS.indexOf(step) + 1] ?? 'check';
}

/** None before the first: the channel is made by then. */
export function stepBefore(step: ChannelStep): ChannelStep | undefined {
  return CHANNEL_STEPS[CHANNEL_STEPS.indexOf(step) - 1];
}
