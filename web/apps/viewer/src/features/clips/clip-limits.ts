import { useChannel } from '../../channel/channel.ts';
import type { Lengths } from './range.ts';

/** How long clips of this channel may be. */
export function useClipLengths(): Lengths {
  const { clips } = useChannel().bootstrap.settings;
  return { shortest: clips.min_duration_s, longest: clips.max_duration_s };
}
