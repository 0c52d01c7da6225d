import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { useState } from 'react';
import { ShownSecret } from '../../forms/shown-secret.tsx';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { NewWebhookForm } from './new-webhook-form.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { WebhookRow } from './webhook-row.tsx';
import { WebhooksFrame } from './webhooks-frame.tsx';
import '../../lists/list.css';

/** The webhooks that are told of what happens on the channel. */
export function WebhooksScreen() {
  const t = useConsoleT();
  return (
    <WebhooksFrame>
      {(channel) => (
        <>
          <h1 className="text-4xl leading-10">{t('webhooks.title')}</h1>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('webhooks.text')}</p>
          <Webhooks key={channel.id} channel={channel} />
        </>
      )}
    </WebhooksFrame>
  );
}

function Webhooks({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data: webhooks, isPending, refetch } = useQuery(webhooksQuery(channel.id));
  const [secret, setSecret] = useState<string>();
  if (isPending) return <RowsSkeleton />;
  if (!webhooks) {
    return (
      <div className="mt-6">
        <ErrorState text={t('webhooks.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-labelledby="webhooks" className="min-w-0">
        <h2 id="webhooks" className="text-xl leading-7">
          {t('webhooks.list')}
        </h2>
        {webhooks.length === 0 ? (
          <div className="mt-4">
            <EmptyState compact title={t('webhooks.none')} text={t('webhooks.noneText')} />
          </div>
        ) : (
          <ul aria-labelledby="webhooks" className="list">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} alias={channel.alias} webhook={webhook} />
            ))}
          </ul>
        )}
      </section>
      {secret === undefined ? (
        <NewWebhookForm channel={channel} onCreated={setSecret} />
      ) : (
        <ShownSecret
          secret={secret}
          title={t('webhooks.shown')}
          text={t('webhooks.shownText')}
          copied={t('webhooks.copied')}
          onDone={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
