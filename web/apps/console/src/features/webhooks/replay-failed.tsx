import { useMutation, useQueryClient } from '@tanstack/react-query';
import { replayFailedWebhooks, type WebhookItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId, useState } from 'react';
import { SelectField } from '../../forms/select-field.tsx';
import { deliveriesKey } from './webhook-queries.ts';

interface ReplayFailedProps {
  readonly channel: number;
  readonly webhook: WebhookItem;
}

const HOURS = ['1', '24', '168', '720'] as const;
type Hours = (typeof HOURS)[number];
const NAMES = {
  '1': 'webhooks.lastHour',
  '24': 'webhooks.lastDay',
  '168': 'webhooks.lastWeek',
  '720': 'webhooks.last30Days',
} as const;

/** Sends again what happened within a time and has failed, mostly after three days of tries. */
export function ReplayFailed({ channel, webhook }: ReplayFailedProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [hours, setHours] = useState<Hours>('168');
  const replay = useMutation({
    mutationFn: () => replayFailedWebhooks(channel, webhook.id, Math.floor(Date.now() / 1000) - Number(hours) * 3600),
    onSuccess: ({ count, has_more: hasMore }) =>
      showToast({
        type: 'success',
        text: t(hasMore ? 'webhooks.replayedSome' : count === 0 ? 'webhooks.replayedNone' : 'webhooks.replayedAll', {
          count,
        }),
      }),
    onError: () => showToast({ type: 'error', text: t('webhooks.sendFailed') }),
    onSettled: async () => {
      setAsking(false);
      await client.invalidateQueries({ queryKey: deliveriesKey(channel, webhook.id) });
    },
  });
  if (!webhook.is_on) return null;
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="min-h-11"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t('webhooks.replayFailed')}
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} labelledBy={heading} className="popup p-6">
        <h2 id={heading} className="text-xl leading-7">
          {t('webhooks.replayAsk')}
        </h2>
        <p className="mt-2 text-sm text-pretty text-muted">{t('webhooks.replayText')}</p>
        <div className="mt-4">
          <SelectField
            label={t('webhooks.failedSince')}
            options={HOURS.map((value) => ({ value, text: t(NAMES[value]) }))}
            value={hours}
            onChange={setHours}
          />
        </div>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setAsking(false)}>
            {t('webhooks.notNow')}
          </Button>
          <Button disabled={replay.isPending} onClick={() => replay.mutate()}>
            {t('webhooks.replay')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
