import { useChannels } from '../../session/session.ts';

/** The names of the operator's channels that require a second factor. */
export function useRequiringChannels(): readonly string[] {
  return useChannels().flatMap((channel) => (channel.requires_second_factor ? [channel.name] : []));
}
