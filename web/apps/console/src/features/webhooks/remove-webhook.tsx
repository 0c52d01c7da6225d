import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError, type OperatorChannel, removeWebhook, type WebhookItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId, useState } from 'react';
import { webhooksQuery } from './webhook-queries.ts';

interface RemoveWebhookProps {
  readonly channel: OperatorChannel;
  readonly webhook: WebhookItem;
}

/** Says what is lost before it is done: it cannot be undone. */
export function RemoveWebhook({ channel, webhook }: RemoveWebhookProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    // What is gone is what was wanted.
    mutationFn: () => removeWebhook(channel.id, webhook.id).catch(unlessGone),
    onSuccess: async () => {
      showToast({ type: 'success', text: t('webhooks.removed') });
      await client.invalidateQueries({ queryKey: webhooksQuery(channel.id).queryKey });
      await navigate({ to: '/$channel/webhooks', params: { channel: channel.alias }, replace: true });
    },
    onError: () => showToast({ type: 'error', text: t('webhooks.removeFailed') }),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button variant="secondary" className="min-h-11" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('webhooks.remove')}
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} labelledBy={heading} className="popup p-6">
        <h2 id={heading} className="text-xl leading-7">
          {t('webhooks.removeAsk')}
        </h2>
        <p className="mt-2 text-sm text-pretty wrap-anywhere text-muted">
          {t('webhooks.removeText', { url: webhook.url })}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setAsking(false)}>
            {t('team.keep')}
          </Button>
          <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t('webhooks.remove')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function unlessGone(error: Error): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
