import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { sessionQuery } from '../../session/session.ts';

interface TeamChange<Input> {
  readonly channel: number;
  readonly change: (input: Input) => Promise<unknown>;
  /** What is said when it is done. */
  readonly done: (input: Input) => string;
  readonly missing: 'team.gone' | 'team.invitationGone';
  readonly onSettled: () => void;
}

/** A change of the team, after which the list is read anew: another operator may have changed it too. */
export function useTeamChange<Input = void>({ channel, change, done, missing, onSettled }: TeamChange<Input>) {
  const t = useConsoleT();
  const client = useQueryClient();
  const failure = (error: Error) => {
    if (!(error instanceof ApiError)) return t('team.failed');
    if (error.status === 404) return t(missing);
    if (error.status === 429) return t('team.wait', { minutes: Math.ceil((error.retryAfter ?? 60) / 60) });
    return t(error.code === 'last_owner' ? 'team.lastOwner' : 'team.failed');
  };
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input) => showToast({ type: 'success', text: done(input) }),
    onError: (error) => showToast({ type: 'error', text: failure(error) }),
    onSettled: async () => {
      onSettled();
      // The operator's own role may be another one now.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await client.invalidateQueries({ queryKey: ['team', channel] });
    },
  });
}
