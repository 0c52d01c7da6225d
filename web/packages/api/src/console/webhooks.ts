import type { components } from './schema.d.ts';
import { call, get, given, post, send } from './wire.ts';

type Schemas = components['schemas'];

export type NewWebhook = Schemas['CreateWebhookRequest'];
export type WebhookChange = Omit<Schemas['UpdateWebhookRequest'], 'version'>;
export type WebhookItem = Schemas['WebhookItem'];
export type SecretWebhook = Schemas['SecretWebhook'];
export type WebhookDelivery = Schemas['WebhookDeliveryItem'];
export type WebhookEventType = Schemas['WebhookEventType'];
export type DeliveryState = Schemas['DeliveryState'];
export type DeliveryProblem = Schemas['DeliveryProblem'];
type DeliveriesPage = Schemas['Page_WebhookDeliveryItem'];

export interface DeliveriesQuery {
  readonly state?: DeliveryState;
  readonly cursor?: number;
}

const path = (channel: number, webhook: number) => `channels/${channel}/webhooks/${webhook}`;

/** The channel's webhooks, oldest first. */
export async function fetchWebhooks(channel: number, signal: AbortSignal): Promise<WebhookItem[]> {
  return (await get<WebhookItem[]>(`channels/${channel}/webhooks`, signal)).data;
}

export async function fetchWebhook(channel: number, webhook: number, signal: AbortSignal): Promise<WebhookItem> {
  return (await get<WebhookItem>(path(channel, webhook), signal)).data;
}

/** The answer holds the secret, this once. */
export async function createWebhook(channel: number, webhook: NewWebhook): Promise<SecretWebhook> {
  return post<SecretWebhook>(`channels/${channel}/webhooks`, webhook);
}

export async function updateWebhook(
  channel: number,
  { id, version }: Pick<WebhookItem, 'id' | 'version'>,
  change: WebhookChange,
): Promise<WebhookItem> {
  return send<WebhookItem>(path(channel, id), { ...change, version }, 'PATCH');
}

export async function removeWebhook(channel: number, webhook: number): Promise<Schemas['RemovedWebhook']> {
  return send<Schemas['RemovedWebhook']>(path(channel, webhook), undefined, 'DELETE');
}

/** The answer holds the new secret, this once. */
export async function rotateWebhookSecret(channel: number, webhook: number): Promise<SecretWebhook> {
  return post<SecretWebhook>(`${path(channel, webhook)}/secret`, {});
}

/** The test as it was sent. */
export async function testWebhook(channel: number, webhook: number): Promise<WebhookDelivery> {
  return post<WebhookDelivery>(`${path(channel, webhook)}/test`, {});
}

/** A part of a webhook's deliveries, the newest first. */
export async function fetchWebhookDeliveries(
  channel: number,
  webhook: number,
  query: DeliveriesQuery,
  signal: AbortSignal,
): Promise<DeliveriesPage> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers are as the server's document says
  return (await call(`${path(channel, webhook)}/deliveries?${given(query)}`, signal)) as DeliveriesPage;
}

/** Tries a delivery that waits now. */
export async function retryWebhookDelivery(
  channel: number,
  webhook: number,
  delivery: number,
): Promise<WebhookDelivery> {
  return post<WebhookDelivery>(`${path(channel, webhook)}/deliveries/${delivery}/retry`, {});
}

/** Sends a delivery again that arrived or failed. */
export async function replayWebhookDelivery(
  channel: number,
  webhook: number,
  delivery: number,
): Promise<WebhookDelivery> {
  return post<WebhookDelivery>(`${path(channel, webhook)}/deliveries/${delivery}/replay`, {});
}

/** Sends those again that failed since then, in seconds since 1970. */
export async function replayFailedWebhooks(
  channel: number,
  webhook: number,
  since: number,
): Promise<Schemas['ReplayedWebhooks']> {
  return post<Schemas['ReplayedWebhooks']>(`${path(channel, webhook)}/replays`, { since });
}
