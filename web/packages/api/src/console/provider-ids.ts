import type { components } from './schema.d.ts';
import { get, post, put, send } from './wire.ts';

type Schemas = components['schemas'];

export type ProviderIdItem = Schemas['ProviderIdItem'];
export type ProviderIdKind = Schemas['ProviderIdKind'];
export type ProviderIdResult = Schemas['ProviderIdResult'];

const path = (channel: number, kind: ProviderIdKind) => `channels/${channel}/ids/${kind}`;

/** The ids that other providers gave the channel, one of each kind. */
export async function fetchProviderIds(channel: number, signal: AbortSignal): Promise<ProviderIdItem[]> {
  return (await get<ProviderIdItem[]>(`channels/${channel}/ids`, signal)).data;
}

/** Asks the provider about the stored id. */
export async function checkProviderId(channel: number, kind: ProviderIdKind): Promise<ProviderIdResult> {
  return post<ProviderIdResult>(`${path(channel, kind)}/checks`, {});
}

export async function setProviderSecret(
  channel: number,
  kind: ProviderIdKind,
  secret: string,
): Promise<ProviderIdItem> {
  return put<ProviderIdItem>(`${path(channel, kind)}/secret`, { secret });
}

export async function removeProviderSecret(channel: number, kind: ProviderIdKind): Promise<ProviderIdItem> {
  return send<ProviderIdItem>(`${path(channel, kind)}/secret`, undefined, 'DELETE');
}
