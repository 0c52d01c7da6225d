import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { OperatorChannel, WebhookItem } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { classNames, EmptyState } from '@touchline/ui';
import { ListFrame } from '../../lists/list-frame.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { DELIVERY_STATES, type DeliverySearch } from './delivery-search.ts';
import { ReplayFailed } from './replay-failed.tsx';
import { deliveriesQuery } from './webhook-queries.ts';
import { STATE_NAMES } from './webhook-words.ts';

interface DeliveriesProps {
  readonly channel: OperatorChannel;
  readonly webhook: WebhookItem;
}

/** What was sent to a webhook, by state. */
export function Deliveries({ channel, webhook }: DeliveriesProps) {
  const t = useConsoleT();
  const search = useSearch({ from: '/$channel/webhooks/$webhook' });
  return (
    <section aria-labelledby="deliveries" className="min-w-0">
      <h2 id="deliveries" className="text-xl leading-7">
        {t('webhooks.deliveries')}
      </h2>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <ul aria-label={t('mailLog.state')} className="flex flex-wrap gap-1.5">
          {[undefined, ...DELIVERY_STATES].map((state) => (
            <li key={state ?? 'all'}>
              <Link
                to="/$channel/webhooks/$webhook"
                params={{ channel: channel.alias, webhook: String(webhook.id) }}
                search={state ? { state } : {}}
                aria-current={state === search.state ? 'true' : undefined}
                // The router calls a link to this very page the current one, which says less.
                activeProps={{ 'aria-current': state === search.state ? 'true' : undefined }}
                className={classNames('state-link', state === search.state && 'state-link-chosen')}
              >
                {t(state ? STATE_NAMES[state] : 'mailLog.all')}
              </Link>
            </li>
          ))}
        </ul>
        <ReplayFailed channel={channel.id} webhook={webhook} />
      </div>
      <DeliveryList key={search.state ?? 'all'} channel={channel} webhook={webhook} search={search} />
    </section>
  );
}

function DeliveryList({ channel, webhook, search }: DeliveriesProps & { readonly search: DeliverySearch }) {
  const t = useConsoleT();
  const query = useInfiniteQuery(deliveriesQuery(channel.id, webhook.id, search.state));
  const deliveries = query.data?.pages.flatMap((page) => page.data) ?? [];
  const empty = (
    <EmptyState
      compact
      title={t(search.state ? 'webhooks.nothing' : 'webhooks.noDeliveries')}
      text={t(search.state ? 'webhooks.nothingText' : 'webhooks.noDeliveriesText')}
    />
  );
  return (
    <ListFrame query={query} error={t('webhooks.deliveriesError')} empty={deliveries.length === 0 && empty}>
      <ul aria-labelledby="deliveries" className="list">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} channel={channel.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
    </ListFrame>
  );
}
