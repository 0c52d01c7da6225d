import { Navigate } from '@tanstack/react-router';
import { useChannels } from '../app/session.ts';

/** The first screen that the operator's roles show. */
export function Start() {
  const channel = useChannels().find(({ may }) => may.includes('see_mails'));
  if (!channel) return <Navigate to="/colours" replace />;
  return <Navigate to="/$channel/outbox" params={{ channel: channel.alias }} search={{}} replace />;
}
