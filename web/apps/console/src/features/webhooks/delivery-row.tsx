import type { WebhookDelivery, WebhookItem } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { localTime } from '../../localisation/local-time.ts';
import { SendAgain } from './send-again.tsx';
import { outcomeText, readablePayload, STATE_NAMES } from './webhook-words.ts';

interface DeliveryRowProps {
  readonly channel: number;
  readonly webhook: WebhookItem;
  readonly delivery: WebhookDelivery;
}

const LOOKS = {
  waiting: { Icon: Clock, colour: 'text-warn' },
  delivered: { Icon: CircleCheck, colour: 'text-success' },
  failed: { Icon: CircleX, colour: 'text-danger' },
} as const;

/** What was sent, what became of it, and both texts. */
export function DeliveryRow({ channel, webhook, delivery }: DeliveryRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const { Icon, colour } = LOOKS[delivery.state];
  const { created_at: created, tried_at: tried, next_at: next, attempts, response } = delivery;
  const outcome = outcomeText(delivery, t);
  return (
    <li className="border-b border-line px-1 py-3.5 md:px-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 font-semibold">
          <code className="font-mono text-[0.9375rem] wrap-anywhere">{delivery.type}</code>
          <span className={`inline-flex items-center gap-1.5 text-sm font-normal whitespace-nowrap ${colour}`}>
            <Icon aria-hidden size={16} className="shrink-0" />
            {t(STATE_NAMES[delivery.state])}
          </span>
        </p>
        <time dateTime={new Date(created * 1000).toISOString()} className="text-sm text-muted tabular-nums">
          {localTime(created, locale)}
        </time>
      </div>
      <p className="mt-1 text-sm text-pretty text-muted">
        {[
          outcome,
          attempts > 0 && t('webhooks.attempts', { count: attempts }),
          next !== null && t('webhooks.nextTry', { time: localTime(next, locale) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <details className="mt-2">
        <summary className="inline-flex min-h-9 cursor-pointer items-center text-sm font-medium text-accent-text">
          {t('webhooks.details')}
        </summary>
        <dl className="mt-2 grid gap-3 text-sm">
          <div>
            <dt className="text-muted">webhook-id</dt>
            <dd className="font-mono wrap-anywhere">{delivery.message_id}</dd>
          </div>
          {tried !== null && (
            <div>
              <dt className="text-muted">{t('webhooks.lastTry')}</dt>
              <dd className="tabular-nums">{localTime(tried, locale)}</dd>
            </div>
          )}
          <div>
            <dt className="text-muted">{t('webhooks.payload')}</dt>
            <dd>
              <pre className="mt-1 max-h-96 overflow-auto rounded-field border border-line p-3 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
                {readablePayload(delivery.payload)}
              </pre>
            </dd>
          </div>
          <div>
            <dt className="text-muted">{t('webhooks.response')}</dt>
            <dd>
              {response ? (
                <pre className="mt-1 max-h-96 overflow-auto rounded-field border border-line p-3 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
                  {response}
                </pre>
              ) : (
                t('webhooks.noResponse')
              )}
            </dd>
          </div>
        </dl>
        <SendAgain channel={channel} webhook={webhook} delivery={delivery} />
      </details>
    </li>
  );
}
