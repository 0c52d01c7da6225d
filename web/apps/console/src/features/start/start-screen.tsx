import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { Skeleton } from '@touchline/ui';
import { useChannels } from '../../session/session.ts';
import { checklistQuery } from './checklist-query.ts';

/** The first screen that the operator's roles show. */
export function StartScreen() {
  const channels = useChannels();
  const own = channels.find(({ may }) => may.includes('manage_channel'));
  return own ? <OwnersStart own={own} channels={channels} /> : <UsualStart channels={channels} />;
}

interface StartProps {
  readonly channels: readonly OperatorChannel[];
}

/** An owner goes on with the set-up that they left, or sees what is missing until the first game. */
function OwnersStart({ own, channels }: StartProps & { readonly own: OperatorChannel }) {
  const { data, isPending } = useQuery(checklistQuery(own.id));
  if (isPending) return <Skeleton className="h-80" />;
  const params = { channel: own.alias };
  if (data?.is_in_setup === true) return <Navigate to="/$channel/setup" params={params} search={{}} replace />;
  if (data && !data.is_ready && !data.has_games) return <Navigate to="/$channel/start" params={params} replace />;
  return <UsualStart channels={channels} />;
}

function UsualStart({ channels }: StartProps) {
  const channel = channels.find(({ may }) => may.includes('see_mails'));
  const editable = channels.find(({ may }) => may.includes('edit_library'));
  if (!channel && editable) return <Navigate to="/$channel/video" params={{ channel: editable.alias }} replace />;
  if (!channel) return <Navigate to="/colours" replace />;
  return <Navigate to="/$channel/mails" params={{ channel: channel.alias }} search={{}} replace />;
}
