import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { ChevronLeft } from 'lucide-react';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { Deliveries } from './deliveries.tsx';
import { SecretSection } from './secret-section.tsx';
import { TestButton } from './test-button.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';
import { WebhooksFrame } from './webhooks-frame.tsx';

/** One webhook: what was sent to it, its form and its secret. */
export function WebhookScreen() {
  const { webhook } = useParams({ from: '/$channel/webhooks/$webhook' });
  return <WebhooksFrame>{(channel) => <Webhook channel={channel} id={Number(webhook)} />}</WebhooksFrame>;
}

function Webhook({ channel, id }: { readonly channel: OperatorChannel; readonly id: number }) {
  const t = useConsoleT();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(channel.id, id));
  const isGone = error instanceof ApiError && error.status < 500;
  return (
    <>
      <Link
        to="/$channel/webhooks"
        params={{ channel: channel.alias }}
        className="inline-flex min-h-9 items-center gap-1 text-sm text-muted underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden size={16} />
        {t('webhooks.title')}
      </Link>
      {webhook ? (
        <>
          <div className="flex flex-wrap items-start justify-between gap-4">
            <div className="min-w-0">
              <h1 className="text-3xl leading-9 wrap-anywhere">{webhook.description || webhook.url}</h1>
              {webhook.description && <p className="mt-1 text-sm wrap-anywhere text-muted">{webhook.url}</p>}
              <div className="mt-2">
                <WebhookState webhook={webhook} />
              </div>
            </div>
            <TestButton channel={channel.id} webhook={id} />
          </div>
          <div className="mt-8 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Deliveries channel={channel} webhook={webhook} />
            <div className="grid gap-10">
              <WebhookForm key={webhook.id} channel={channel} webhook={webhook} />
              <SecretSection channel={channel.id} webhook={webhook} />
            </div>
          </div>
        </>
      ) : isGone ? (
        <EmptyState title={t('webhooks.gone')} text={t('webhooks.goneText')} />
      ) : error ? (
        <ErrorState text={t('webhooks.error')} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </>
  );
}
