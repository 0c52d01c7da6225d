import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pauseChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { sessionQuery } from '../../session/session.ts';
import { deletionQuery, serverChannelsQuery } from './channel-queries.ts';
import { needsFactor } from './needs-factor.ts';

/** Pauses a channel, or resumes it. */
export function usePause(channel: number, onSuccess?: () => void) {
  const t = useConsoleT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isPaused: boolean) => pauseChannel(channel, isPaused),
    onSuccess: (_, isPaused) => {
      showToast({ type: 'success', text: t(isPaused ? 'channel.isPaused' : 'channel.resumed') });
      onSuccess?.();
    },
    onError: (error) =>
      showToast({ type: 'error', text: t(needsFactor(error) ? 'channel.needsFactor' : 'channel.failed') }),
    onSettled: () =>
      Promise.all(
        [sessionQuery, serverChannelsQuery, deletionQuery(channel)].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
