import type { components } from './schema.d.ts';
import { BASE, get, given, post, put, send } from './wire.ts';

type Schemas = components['schemas'];

export type BlockItem = Schemas['BlockItem'];
export type CategoryItem = Schemas['EventCategoryItem'];
export type ChannelColours = Schemas['ChannelColours'];
export type ChannelSettings = Schemas['ChannelSettings'];
export type FaqItem = Schemas['FaqItem'];
export type FormField = Schemas['FormField'];
export type FormItem = Schemas['FormItem'];
export type GroupItem = Schemas['ParticipantGroupItem'];
export type LocalMoments = Schemas['LocalMoments'];
export type MenuItem = Schemas['MenuItem'];
export type NamedItem = Schemas['NamedItem'];
export type NamedKind = Schemas['NamedKind'];
export type PageItem = Schemas['PageItem'];
export type PreviewRequest = Schemas['PreviewRequest'];
export type RedirectItem = Schemas['RedirectItem'];
/** The body has the fields of its kind. */
export type Revision = Omit<Schemas['Revision'], 'body'> & { body: object | null };
export type SiteKind = Schemas['SiteKind'];
export type SlideItem = Schemas['SlideItem'];
export type ZonedTime = Schemas['ZonedTime'];

/** The calls of one kind of item. */
function callsOf<Item, Fields extends object>(noun: string) {
  const path = (channel: number) => `channels/${channel}/${noun}`;
  return {
    async list(channel: number, signal: AbortSignal): Promise<Item[]> {
      return (await get<Item[]>(path(channel), signal)).data;
    },
    /** A repeated key returns the item that it created. */
    async create(channel: number, fields: Fields, key: string): Promise<Item> {
      return send<Item>(path(channel), fields, 'POST', { 'idempotency-key': key });
    },
    /** Absent fields stay; an old version is refused with `version_conflict`. */
    async update(channel: number, item: number, version: number, fields: Fields): Promise<Item> {
      return send<Item>(`${path(channel)}/${item}`, { ...fields, version }, 'PATCH');
    },
    async remove(channel: number, item: number, version: number): Promise<Schemas['RemovedItem']> {
      return send<Schemas['RemovedItem']>(`${path(channel)}/${item}?version=${version}`, undefined, 'DELETE');
    },
    /** Absent items follow the named ones. */
    async order(channel: number, ids: readonly number[]): Promise<Item[]> {
      return put<Item[]>(`${path(channel)}/order`, { ids });
    },
  };
}

/** The calls of a kind that has no order. */
function unorderedCallsOf<Item, Fields extends object>(noun: string) {
  const { list, create, update, remove } = callsOf<Item, Fields>(noun);
  return { list, create, update, remove };
}

/** The calls of a kind that is not removed yet. */
function keptCallsOf<Item, Fields extends object>(noun: string) {
  const { list, create, update } = callsOf<Item, Fields>(noun);
  return { list, create, update };
}

/** The calls of what a channel has exactly one of: a list of one. */
function singleCallsOf<Item>(noun: string) {
  const path = (channel: number) => `channels/${channel}/${noun}`;
  return {
    async list(channel: number, signal: AbortSignal): Promise<Item[]> {
      return [(await get<Item>(path(channel), signal)).data];
    },
    async update(channel: number, _: number, version: number, fields: Partial<Item>): Promise<Item> {
      return send<Item>(path(channel), { ...fields, version }, 'PATCH');
    },
  };
}

export const faqCalls = callsOf<FaqItem, Schemas['FaqFields']>('faq');
export const slideCalls = callsOf<SlideItem, Schemas['SlideRequest']>('slides');
export const menuCalls = callsOf<MenuItem, Schemas['MenuFields']>('menu');
export const pageCalls = unorderedCallsOf<PageItem, Schemas['PageRequest']>('pages');
export const redirectCalls = unorderedCallsOf<RedirectItem, Schemas['RedirectFields']>('redirects');
export const blockCalls = unorderedCallsOf<BlockItem, Schemas['BlockFields']>('blocks');
export const formCalls = unorderedCallsOf<FormItem, Schemas['FormFields']>('forms');
export const categoryCalls = keptCallsOf<CategoryItem, Schemas['CategoryFields']>('event-categories');
export const groupCalls = keptCallsOf<GroupItem, Schemas['GroupFields']>('participant-groups');
export const participantCalls = keptCallsOf<Schemas['ParticipantItem'], Schemas['ParticipantFields']>('participants');
export const settingsCalls = singleCallsOf<ChannelSettings>('settings');
export const colourCalls = singleCallsOf<ChannelColours>('colours');

/** Where a form with a `PreviewRequest` as its field `draft` gets a document of the viewer. */
export function previewUrl(channel: number): string {
  return `${BASE}channels/${channel}/preview`;
}

/** Names that match a text, after the one with the id. */
export async function fetchNames(
  channel: number,
  { kind, text, id }: { readonly kind: NamedKind; readonly text: string; readonly id: number | null },
  signal: AbortSignal,
): Promise<NamedItem[]> {
  const query = given({ kind, text: text || null, id });
  return (await get<NamedItem[]>(`channels/${channel}/names?${query}`, signal)).data;
}

/** The moments at which clocks in a zone show a local time: none, one or two. */
export async function fetchLocalTime(
  channel: number,
  local: string,
  zone: string,
  signal: AbortSignal,
): Promise<LocalMoments> {
  return (await get<LocalMoments>(`channels/${channel}/local-time?${given({ local, zone })}`, signal)).data;
}

/** The versions of an item, newest first; also of a removed item. */
export async function fetchRevisions(
  channel: number,
  kind: SiteKind,
  item: number,
  signal: AbortSignal,
): Promise<Revision[]> {
  return (await get<Revision[]>(`channels/${channel}/revisions/${kind}/${item}`, signal)).data;
}

/** Makes an earlier version the newest again. `version` is the present one, or null if the item was removed. */
export async function restoreRevision(
  channel: number,
  kind: SiteKind,
  item: number,
  body: { readonly revision: number; readonly version: number | null },
): Promise<Schemas['RestoredItem']> {
  return post<Schemas['RestoredItem']>(`channels/${channel}/revisions/${kind}/${item}/restore`, body);
}
