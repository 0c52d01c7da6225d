import { Navigate } from '@tanstack/react-router';
import { useChannels } from '../../session/session.ts';

/** The first screen that the operator's roles show. */
export function StartScreen() {
  const channels = useChannels();
  const channel = channels.find(({ may }) => may.includes('see_mails'));
  const editable = channels.find(({ may }) => may.includes('edit_library'));
  if (!channel && editable) return <Navigate to="/$channel/video" params={{ channel: editable.alias }} replace />;
  if (!channel) return <Navigate to="/colours" replace />;
  return <Navigate to="/$channel/outbox" params={{ channel: channel.alias }} search={{}} replace />;
}
