import type { components } from './schema.d.ts';
import { BASE, get, given, put, send } from './wire.ts';

type Schemas = components['schemas'];

export type ColourProposal = Schemas['ColourProposal'];
export type Crop = Schemas['Crop'];
export type Focus = Schemas['Focus'];
export type Logo = Schemas['Logo'];
export type PictureItem = Schemas['PictureItem'];
export type PictureUse = Schemas['PictureUseItem'];

const path = (channel: number) => `channels/${channel}/pictures`;

/** The whole library, newest first. */
export async function fetchPictures(channel: number, signal: AbortSignal): Promise<PictureItem[]> {
  return (await get<PictureItem[]>(path(channel), signal)).data;
}

/** A repeated key returns the picture that it added. */
export async function uploadPicture(
  channel: number,
  { file, name, key }: { readonly file: Blob; readonly name: string; readonly key: string },
): Promise<PictureItem> {
  return send<PictureItem>(`${path(channel)}?${given({ name })}`, file, 'POST', { 'idempotency-key': key });
}

/** Absent fields stay; an old version is refused with `version_conflict`. */
export async function updatePicture(
  channel: number,
  { id, version }: Pick<PictureItem, 'id' | 'version'>,
  fields: Schemas['PictureFields'],
): Promise<PictureItem> {
  return send<PictureItem>(`${path(channel)}/${id}`, { ...fields, version }, 'PATCH');
}

/** Refused with `in_use` while something shows it. */
export async function removePicture(
  channel: number,
  { id, version }: Pick<PictureItem, 'id' | 'version'>,
): Promise<Schemas['RemovedItem']> {
  return send<Schemas['RemovedItem']>(`${path(channel)}/${id}?version=${version}`, undefined, 'DELETE');
}

/** Where the whole picture is shown to operators. */
export function originalUrl(channel: number, id: number): string {
  return `${BASE}${path(channel)}/${id}/original`;
}

/** A picture that a channel has one of. */
export type ChannelPicture = 'logo' | 'icon';

export async function fetchChannelPicture(channel: number, which: ChannelPicture, signal: AbortSignal): Promise<Logo> {
  return (await get<Logo>(`channels/${channel}/${which}`, signal)).data;
}

/** Refused with `version_conflict` if the picture is no longer the one before. */
export async function setChannelPicture(
  channel: number,
  which: ChannelPicture,
  picture: number | null,
  before: string | null,
): Promise<Logo> {
  return put<Logo>(`channels/${channel}/${which}`, { picture, before });
}

/** Colours in which the logo stands out; null without a logo that can be read. */
export async function fetchLogoColours(channel: number, signal: AbortSignal): Promise<ColourProposal> {
  return (await get<ColourProposal>(`channels/${channel}/logo/colours`, signal)).data;
}
