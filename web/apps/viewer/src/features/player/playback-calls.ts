import type { Connection } from '@touchline/api';
import type { MediaItem } from './media.ts';

/**
 * The calls around playing, written by hand: they go when the server's document has them and `@touchline/api` is made
 * from it again.
 */

/** What is watched: a game, or a film of the library. */
export interface Content {
  readonly type: 'event' | 'vod';
  readonly id: number;
}

export interface Playback {
  /** Names what this page plays to the server, across tokens. */
  readonly session: string;
  readonly media: readonly MediaItem[];
  readonly refresh_after_s: number;
}

export interface PrerollOffer {
  readonly id: number;
  readonly url: string;
  /** For how long it is not shown again once it was seen. */
  readonly expires_s: number;
}

const folderOf = ({ type, id }: Content): string => `${type === 'event' ? 'events' : 'vod-media-items'}/${id}`;

/** Fresh addresses; those of an earlier session go on with it. */
export function fetchPlayback(
  connection: Connection,
  content: Content,
  session: string | null,
  signal: AbortSignal,
): Promise<Playback> {
  const query = session === null ? '' : `?${new URLSearchParams({ session }).toString()}`;
  return get<Playback>(connection, `${folderOf(content)}/playback${query}`, signal);
}

/** Ends the account's other streams, so that this one may go on. */
export async function takeOver(connection: Connection, content: Content, session: string | null): Promise<void> {
  await post(connection, `${folderOf(content)}/playback/take-over`, session === null ? {} : { session });
}

export function fetchPreroll(connection: Connection, id: number, signal: AbortSignal): Promise<PrerollOffer | null> {
  return get<PrerollOffer | null>(connection, `events/${id}/preroll`, signal);
}

export async function completePreroll(connection: Connection, preroll: number, eventId: number): Promise<void> {
  await post(connection, `prerolls/${preroll}/completed`, { event_id: eventId });
}

/** An address that gives the whole game once, soon. */
export async function fetchDownload(connection: Connection, id: number): Promise<string> {
  const { url } = await get<{ url: string }>(connection, `download-event/${id}`, new AbortController().signal);
  return new URL(url, connection.origin).href;
}

async function get<T>({ origin, send }: Connection, path: string, signal: AbortSignal): Promise<T> {
  return dataOf<T>(await send(new Request(`${origin}/api/${path}`, { signal })));
}

async function post({ origin, send }: Connection, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await send(new Request(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function dataOf<T>(response: Response): Promise<T> {
  // The types above are what the server promises; nothing here checks them again, as for the generated calls.
  const { data }: { data: T } = await response.json();
  return data;
}
