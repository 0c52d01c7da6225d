import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryMail } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { mailQuery } from './mail-queries.ts';

interface RetryButtonProps {
  readonly channel: number;
  readonly mail: number;
}

/** Has a mail sent again that was given up. */
export function RetryButton({ channel, mail }: RetryButtonProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryMail(channel, mail),
    onSuccess: ({ state, problem }) => {
      client.setQueryData(mailQuery(channel, mail).queryKey, (known) => known && { ...known, state, problem });
      showToast({ type: 'success', text: t('mail.retried') });
      return client.invalidateQueries({ queryKey: ['mails', channel] });
    },
    onError: () => showToast({ type: 'error', text: t('mail.retryFailed') }),
  });
  return (
    <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate()}>
      {t('mail.retry')}
    </Button>
  );
}
