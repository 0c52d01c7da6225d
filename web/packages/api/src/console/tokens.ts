import type { components } from './schema.d.ts';
import { get, post, send } from './wire.ts';

type Schemas = components['schemas'];

export type NewToken = Schemas['CreateTokenRequest'];
export type TokenItem = Schemas['TokenItem'];

/** The channel's tokens, newest first. */
export async function fetchTokens(channel: number, signal: AbortSignal): Promise<TokenItem[]> {
  return (await get<TokenItem[]>(`channels/${channel}/tokens`, signal)).data;
}

/** The answer holds the token itself, this once. */
export async function createToken(channel: number, token: NewToken): Promise<Schemas['CreatedToken']> {
  return post<Schemas['CreatedToken']>(`channels/${channel}/tokens`, token);
}

export async function removeToken(channel: number, token: number): Promise<Schemas['RemovedToken']> {
  return send<Schemas['RemovedToken']>(`channels/${channel}/tokens/${token}`, undefined, 'DELETE');
}
