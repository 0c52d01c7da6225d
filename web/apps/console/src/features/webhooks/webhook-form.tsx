import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type OperatorChannel, updateWebhook, type WebhookItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { type FormEvent, useId, useState } from 'react';
import { RemoveWebhook } from './remove-webhook.tsx';
import { deliveriesKey, webhookQuery, webhooksQuery } from './webhook-queries.ts';
import { hasFieldProblem, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

interface WebhookFormProps {
  readonly channel: OperatorChannel;
  readonly webhook: WebhookItem;
}

/** Changes a webhook, or removes it. */
export function WebhookForm({ channel, webhook }: WebhookFormProps) {
  const t = useConsoleT();
  const id = useId();
  const client = useQueryClient();
  const { url, description, events, is_on } = webhook;
  const [change, setChange] = useState<Partial<WebhookDraft>>({});
  // What the change began with: a webhook that was changed by somebody else since is not written over unseen.
  const [begunWith, setBegunWith] = useState<WebhookItem | null>(null);
  const query = webhookQuery(channel.id, webhook.id);
  const save = useMutation({
    mutationFn: () => updateWebhook(channel.id, begunWith ?? webhook, change),
    onSuccess: async (saved) => {
      setChange({});
      setBegunWith(null);
      client.setQueryData(query.queryKey, saved);
      showToast({ type: 'success', text: t('webhooks.saved') });
      await Promise.all([
        client.invalidateQueries({ queryKey: webhooksQuery(channel.id).queryKey }),
        client.invalidateQueries({ queryKey: deliveriesKey(channel.id, webhook.id) }),
      ]);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const load = async () => {
    await client.invalidateQueries({ queryKey: query.queryKey });
    setBegunWith(null);
    save.reset();
  };
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  return (
    <section aria-labelledby={`${id}-heading`} className="max-w-md">
      <h2 id={`${id}-heading`} className="text-xl leading-7">
        {t('webhooks.edit')}
      </h2>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <WebhookFields
          draft={{ url, description, events, is_on, ...change }}
          error={save.error}
          onChange={(more) => {
            setBegunWith((now) => now ?? webhook);
            setChange((now) => ({ ...now, ...more }));
          }}
        />
        {is_on && change.is_on === false && <p className="text-sm text-pretty text-muted">{t('webhooks.offHint')}</p>}
        {save.isError && !hasFieldProblem(save.error) && (
          <div role="alert" className="text-sm text-danger">
            <p>{t(isStale ? 'webhooks.stale' : 'webhooks.saveFailed')}</p>
            {isStale && (
              <Button size="small" variant="secondary" className="mt-2 min-h-11" onClick={() => void load()}>
                {t('webhooks.reload')}
              </Button>
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" className="min-h-11" disabled={save.isPending || Object.keys(change).length === 0}>
            {t('webhooks.save')}
          </Button>
          <RemoveWebhook channel={channel} webhook={webhook} />
        </div>
      </form>
    </section>
  );
}
