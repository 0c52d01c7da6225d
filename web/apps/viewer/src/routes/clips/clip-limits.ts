import type { ClipLimits, Settings } from '@touchline/api';
import { useChannel } from '../../app/channel.ts';
import type { Lengths } from '../../features/clips/range.ts';

/** What holds where the channel says nothing. */
const USUAL: Lengths = { shortest: 1, longest: 120 };

/** How long clips of this channel may be. */
export function useClipLengths(): Lengths {
  const settings: Settings & { clips?: ClipLimits } = useChannel().bootstrap.settings;
  const { clips } = settings;
  return clips ? { shortest: clips.min_duration_s, longest: clips.max_duration_s } : USUAL;
}
