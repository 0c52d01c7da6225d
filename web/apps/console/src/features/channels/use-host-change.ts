import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { hostsQuery } from './channel-queries.ts';

interface HostChange<Input> {
  readonly channel: number;
  readonly change: (input: Input) => Promise<string[]>;
  readonly onSuccess?: () => void;
}

/** A change of the channel's hosts, after which they are shown as the server has them. */
export function useHostChange<Input = void>({ channel, change, onSuccess }: HostChange<Input>) {
  const t = useConsoleT();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (hosts) => {
      client.setQueryData(hostsQuery(channel).queryKey, hosts);
      showToast({ type: 'success', text: t('channel.saved') });
      onSuccess?.();
    },
    onError: async (error) => {
      // The form shows what is wrong with its field.
      if (error instanceof ApiError && error.problems.length > 0) return;
      const isLast = error instanceof ApiError && error.code === 'last_host';
      showToast({ type: 'error', text: t(isLast ? 'channel.lastHost' : 'channel.failed') });
      await client.invalidateQueries({ queryKey: hostsQuery(channel).queryKey });
    },
  });
}
