import { Navigate } from '@tanstack/react-router';
import { useChannels } from '../../session/session.ts';

/** Earlier releases had one address for the colours of all channels. */
export function OldColoursAddress() {
  const [channel] = useChannels();
  return channel && <Navigate to="/$channel/colours" params={{ channel: channel.alias }} search={{}} replace />;
}
