import type { Connection } from '../connection.ts';
import type { Clip, ClipAudience, ClipDownload, ClipFormat, ClipTagCount, Event, NewClip, Playback } from '../types.ts';
import { type Listed, unwrap, unwrapList, whole } from './unwrap.ts';

interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Pressed twice, it makes one clip: the server knows the same values again. */
export function createClip({ client }: Connection, clip: NewClip): Promise<Clip> {
  return unwrap(client.POST('/clip', { body: clip }));
}

export function fetchClip({ client }: Connection, id: number, signal: AbortSignal | null = null): Promise<Clip> {
  return unwrap(client.GET('/clip/{id}', { params: { path: { id } }, signal }));
}

/** By the shared link; 404 without the right word at its end. */
export function fetchSharedClip(
  { client }: Connection,
  { id, uuid }: { readonly id: number; readonly uuid: string },
  signal: AbortSignal | null = null,
): Promise<Clip> {
  return unwrap(client.GET('/shared-clip/{id}', { params: { path: { id }, query: { uuid } }, signal }));
}

/** Kinds of media and times of tokens are those of games; a clip has no session to go on with. */
const VOD = 3;
const REFRESH_S = 240;

/** A clip's address in the shape in which players get those of games. */
export async function fetchClipPlayback(
  connection: Connection,
  shared: { readonly id: number; readonly uuid: string },
  signal: AbortSignal | null,
): Promise<Playback> {
  const { play, event_media_id: id } = await fetchSharedClip(connection, shared, signal);
  const expires_at = Math.floor(Date.now() / 1000) + REFRESH_S;
  return { session: '', refresh_after_s: REFRESH_S, expires_at, media: play ? [{ id, type: VOD, url: play.url }] : [] };
}

/** Public ones of a game, the newest first. */
export function fetchEventClips(
  { client }: Connection,
  id: number,
  part: Part,
  signal: AbortSignal | null = null,
): Promise<Listed<Clip>> {
  return unwrapList(client.GET('/clips/event/{id}', { params: { path: { id }, query: part }, signal }));
}

/** The calling member's clips. */
export function fetchOwnClips(
  { client }: Connection,
  part: Part,
  signal: AbortSignal | null = null,
): Promise<Listed<Clip>> {
  return unwrapList(client.GET('/clips/user', { params: { query: part }, signal }));
}

/** The channel's public clips, the newest first, and the tags that they have. */
export async function fetchMoments(
  { client }: Connection,
  { tag, limit, offset }: Part & { readonly tag?: string | undefined },
  signal: AbortSignal | null = null,
): Promise<Listed<Clip> & { tags: ClipTagCount[] }> {
  const query = { limit, offset, ...(tag && { tag }) };
  const { data, meta } = await whole(client.GET('/clips/moments', { params: { query }, signal }));
  return { items: data, total: meta.total, tags: meta.tags };
}

/** Games that have public clips, the latest first. */
export function fetchGamesWithClips(
  { client }: Connection,
  limit: number,
  signal: AbortSignal | null = null,
): Promise<Listed<Event>> {
  const query = { limit, sort_direction: 'desc' } as const;
  return unwrapList(client.GET('/events/with_clip', { params: { query }, signal }));
}

/** What clips of such a game are usually called. */
export async function fetchClipTags(
  { client }: Connection,
  event: number,
  signal: AbortSignal | null = null,
): Promise<string[]> {
  const query = { event_id: event };
  return (await unwrap(client.GET('/clip-tags', { params: { query }, signal }))).tags;
}

/** The audience of a clip of these seconds, before it is cut. */
export function fetchClipAudience(
  { client }: Connection,
  cut: Pick<NewClip, 'event_id' | 'start_time' | 'duration'> & { readonly event_media_id?: number },
  signal: AbortSignal | null = null,
): Promise<ClipAudience> {
  return unwrap(client.GET('/clip-audience', { params: { query: cut }, signal }));
}

interface ClipDownloadRequest {
  readonly format: ClipFormat;
  readonly watermark: boolean;
  /** Pressed, and not only looked at again: what failed is made again. */
  readonly anew: boolean;
}

/** Polled while the file is being made. A viewer with the clip's link may download its file too. */
export function fetchClipDownload(
  { client }: Connection,
  { id, uuid }: { readonly id: number; readonly uuid: string },
  { format, watermark, anew }: ClipDownloadRequest,
  signal: AbortSignal | null = null,
): Promise<ClipDownload> {
  const query = { format, watermark: watermark ? 1 : 0, anew: anew ? 1 : 0, uuid };
  return unwrap(client.GET('/clip/download/{id}', { params: { path: { id }, query }, signal }));
}

export async function retryClip({ client }: Connection, id: number): Promise<void> {
  await unwrap(client.POST('/clip/{id}/retry', { params: { path: { id } }, body: {} }));
}

export async function deleteClip({ client }: Connection, id: number): Promise<void> {
  await unwrap(client.DELETE('/clip/{id}', { params: { path: { id } } }));
}
