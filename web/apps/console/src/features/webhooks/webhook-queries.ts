import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type DeliveryState, fetchWebhook, fetchWebhookDeliveries, fetchWebhooks } from '@touchline/api/console';

/** What waits may be sent at any moment. */
const WATCHED_MS = 5_000;

export function webhooksQuery(channel: number) {
  return queryOptions({ queryKey: ['webhooks', channel], queryFn: ({ signal }) => fetchWebhooks(channel, signal) });
}

export function webhookQuery(channel: number, webhook: number) {
  return queryOptions({
    queryKey: ['webhook', channel, webhook],
    queryFn: ({ signal }) => fetchWebhook(channel, webhook, signal),
  });
}

/** Of the lists, in every state. */
export const deliveriesKey = (channel: number, webhook: number) => ['deliveries', channel, webhook] as const;

/** The deliveries of a webhook, a part at a time. */
export function deliveriesQuery(channel: number, webhook: number, state: DeliveryState | undefined) {
  return infiniteQueryOptions({
    queryKey: [...deliveriesKey(channel, webhook), state ?? 'all'],
    queryFn: async ({ signal, pageParam }) =>
      fetchWebhookDeliveries(
        channel,
        webhook,
        { ...(state && { state }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some((delivery) => delivery.state === 'waiting')) ? WATCHED_MS : false,
  });
}
