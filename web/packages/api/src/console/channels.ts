import type { components } from './schema.d.ts';
import { BASE, get, post, put, send } from './wire.ts';

type Schemas = components['schemas'];

export type AddressCheck = Schemas['AddressCheck'];
export type ChannelFileReport = Schemas['ChannelFileReport'];
export type DeletionObstacles = Schemas['DeletionObstacles'];
export type HostCheck = Schemas['HostCheck'];
export type ServerChannel = Schemas['ServerChannel'];

/** The hosts of a channel, the main one first. */
type Hosts = Schemas['ChannelHosts']['hosts'];

export async function fetchHosts(channel: number, signal: AbortSignal): Promise<Hosts> {
  return (await get<Schemas['ChannelHosts']>(`channels/${channel}/hosts`, signal)).data.hosts;
}

export async function addHost(channel: number, host: string): Promise<Hosts> {
  return (await post<Schemas['ChannelHosts']>(`channels/${channel}/hosts`, { host })).hosts;
}

function pathOf(channel: number, host: string): string {
  return `channels/${channel}/hosts/${encodeURIComponent(host)}`;
}

export async function removeHost(channel: number, host: string): Promise<Hosts> {
  return (await send<Schemas['ChannelHosts']>(pathOf(channel, host), undefined, 'DELETE')).hosts;
}

export async function setMainHost(channel: number, host: string): Promise<Hosts> {
  return (await put<Schemas['ChannelHosts']>(`channels/${channel}/main-host`, { host })).hosts;
}

/** What the host's name and certificate look like from the server. */
export async function checkHost(channel: number, host: string): Promise<HostCheck> {
  return post<HostCheck>(`${pathOf(channel, host)}/check`, {});
}

/** Another address in the console; the former one leads to it. */
export async function changeAlias(channel: number, alias: string): Promise<string> {
  return (await put<Schemas['CreatedChannel']>(`channels/${channel}/alias`, { alias })).alias;
}

/** Every channel of the server; for its administrators. */
export async function fetchServerChannels(signal: AbortSignal): Promise<ServerChannel[]> {
  return (await get<ServerChannel[]>('server/channels', signal)).data;
}

export async function pauseChannel(channel: number, isPaused: boolean): Promise<void> {
  await put(`channels/${channel}/pause`, { is_paused: isPaused });
}

/** How many subscriptions go on renewing during a pause. */
export async function fetchRenewing(channel: number, signal: AbortSignal): Promise<number> {
  return (await get<Schemas['PauseEffects']>(`channels/${channel}/pause`, signal)).data.renewing;
}

/** What stands in the way of deleting the channel. */
export async function fetchDeletion(channel: number, signal: AbortSignal): Promise<DeletionObstacles> {
  return (await get<DeletionObstacles>(`channels/${channel}/deletion`, signal)).data;
}

/** The typed name; the password is needed once the login is a while ago: the server says `confirm_identity` then. */
export interface DeletionProof {
  readonly name: string;
  readonly password: string | undefined;
}

function proofBody({ name, password }: DeletionProof) {
  return { name, ...(password !== undefined && { current_password: password }) };
}

/** Deletes the channel; gives the moment, in seconds, until which it can be restored. */
export async function deleteChannel(channel: number, proof: DeletionProof): Promise<number> {
  return (await send<Schemas['DeletedChannel']>(`channels/${channel}`, proofBody(proof), 'DELETE')).erased_at;
}

/** Brings a deleted channel back, paused. */
export async function restoreChannel(channel: number): Promise<void> {
  await post(`channels/${channel}/restore`, {});
}

/** Erases a deleted channel before its time. */
export async function eraseChannel(channel: number, proof: DeletionProof): Promise<void> {
  await post(`channels/${channel}/erase`, proofBody(proof));
}

/** Where the channel is as a file. */
export function channelFileUrl(channel: number): string {
  return `${BASE}channels/${channel}/export`;
}

interface FileUse {
  readonly alias: string;
  readonly host: string;
  /** Only says what an import would do. */
  readonly isPlan: boolean;
}

/** A new channel from a channel file; where alias and host are empty, they are the file's. */
export async function importChannel(file: File, { alias, host, isPlan }: FileUse): Promise<ChannelFileReport> {
  const query = new URLSearchParams({ ...(alias && { alias }), ...(host && { host }), plan: String(isPlan) });
  const headers = { 'content-type': 'application/x-tar' };
  return send<ChannelFileReport>(`server/channel-files?${query.toString()}`, file, 'POST', headers);
}
