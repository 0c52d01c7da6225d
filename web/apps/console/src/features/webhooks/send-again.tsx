import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  replayWebhookDelivery,
  retryWebhookDelivery,
  type WebhookDelivery,
  type WebhookItem,
} from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { deliveriesKey } from './webhook-queries.ts';

interface SendAgainProps {
  readonly channel: number;
  readonly webhook: WebhookItem;
  readonly delivery: WebhookDelivery;
}

/** Retries what waits, and replays what arrived or failed. */
export function SendAgain({ channel, webhook, delivery }: SendAgainProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const { id, state, type } = delivery;
  const isWaiting = state === 'waiting';
  const again = useMutation({
    mutationFn: () => (isWaiting ? retryWebhookDelivery : replayWebhookDelivery)(channel, webhook.id, id),
    onSuccess: () => showToast({ type: 'success', text: t('webhooks.sentAgain') }),
    onError: () => showToast({ type: 'error', text: t('webhooks.sendFailed') }),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(channel, webhook.id) }),
  });
  if (type === 'webhook.test') return null;
  // Of a deleted account nothing is kept once the receiver knows.
  if (type === 'account.deleted' && state === 'delivered') {
    return <p className="mt-3 text-sm text-muted">{t('webhooks.forgotten')}</p>;
  }
  if (!webhook.is_on) return <p className="mt-3 text-sm text-muted">{t('webhooks.switchOnFirst')}</p>;
  return (
    <Button
      size="small"
      variant="secondary"
      className="mt-3 min-h-11"
      disabled={again.isPending}
      onClick={() => again.mutate()}
    >
      {t(isWaiting ? 'webhooks.retry' : 'webhooks.replay')}
    </Button>
  );
}
