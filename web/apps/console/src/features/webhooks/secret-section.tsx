import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rotateWebhookSecret, type WebhookItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId, useState } from 'react';
import { ShownSecret } from '../../forms/shown-secret.tsx';
import { localTime } from '../../localisation/local-time.ts';
import { webhookQuery } from './webhook-queries.ts';

interface SecretSectionProps {
  readonly channel: number;
  readonly webhook: WebhookItem;
}

/** Renews the secret, which is shown once. */
export function SecretSection({ channel, webhook }: SecretSectionProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const id = useId();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { old_secret_until: until } = webhook;
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret(channel, webhook.id),
    onSuccess: ({ secret: made, item }) => {
      setSecret(made);
      client.setQueryData(webhookQuery(channel, webhook.id).queryKey, item);
    },
    onError: () => showToast({ type: 'error', text: t('webhooks.rotateFailed') }),
    onSettled: () => setAsking(false),
  });
  if (secret !== undefined) {
    return (
      <ShownSecret
        secret={secret}
        title={t('webhooks.shown')}
        text={t('webhooks.shownText')}
        copied={t('webhooks.copied')}
        onDone={() => setSecret(undefined)}
      />
    );
  }
  return (
    <section aria-labelledby={id} className="max-w-md">
      <h2 id={id} className="text-xl leading-7">
        {t('webhooks.secret')}
      </h2>
      <p className="mt-2 text-sm text-pretty text-muted">{t('webhooks.secretText')}</p>
      {until !== null && (
        <p className="mt-2 text-sm text-pretty">{t('webhooks.bothUntil', { time: localTime(until, locale) })}</p>
      )}
      <Button variant="secondary" className="mt-3 min-h-11" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('webhooks.rotate')}
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} labelledBy={`${id}-ask`} className="popup p-6">
        <h2 id={`${id}-ask`} className="text-xl leading-7">
          {t('webhooks.rotateAsk')}
        </h2>
        <p className="mt-2 text-sm text-pretty text-muted">
          {t(until === null ? 'webhooks.rotateText' : 'webhooks.rotateAgainText')}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => setAsking(false)}>
            {t('webhooks.notNow')}
          </Button>
          <Button disabled={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('webhooks.rotate')}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
