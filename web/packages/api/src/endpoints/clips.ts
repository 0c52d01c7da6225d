import type { Clip, ClipDownload, ClipFormat, ClipTagCount, NewClip } from '../clip-types.ts';
import type { Connection } from '../connection.ts';
import type { Playback } from '../types.ts';
import { ask, askWhole } from './ask.ts';
import type { Listed } from './unwrap.ts';

interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Pressed twice, it makes one clip: the server knows the same values again. */
export function createClip(connection: Connection, clip: NewClip): Promise<Clip> {
  return ask(connection, 'clip', { method: 'POST', body: clip });
}

export function fetchClip(connection: Connection, id: number, signal: AbortSignal | null = null): Promise<Clip> {
  return ask(connection, `clip/${id}`, { signal });
}

/** For whoever has the link; without the right word at its end there is no clip. */
export function fetchSharedClip(
  connection: Connection,
  { id, uuid }: { readonly id: number; readonly uuid: string },
  signal: AbortSignal | null = null,
): Promise<Clip> {
  return ask(connection, `shared-clip/${id}?uuid=${encodeURIComponent(uuid)}`, { signal });
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
  connection: Connection,
  event: number,
  part: Part,
  signal: AbortSignal | null = null,
): Promise<Listed<Clip>> {
  return list(connection, `clips/event/${event}`, part, signal);
}

/** Those of the member who asks. */
export function fetchOwnClips(
  connection: Connection,
  part: Part,
  signal: AbortSignal | null = null,
): Promise<Listed<Clip>> {
  return list(connection, 'clips/user', part, signal);
}

/** The channel's public clips, the newest first, and the tags that they have. */
export async function fetchMoments(
  connection: Connection,
  { tag, limit, offset }: Part & { readonly tag?: string | undefined },
  signal: AbortSignal | null = null,
): Promise<Listed<Clip> & { tags: ClipTagCount[] }> {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset), ...(tag && { tag }) });
  const path = `clips/moments?${query.toString()}`;
  const { data, meta } = await askWhole<Clip[], Meta>(connection, path, { signal });
  return { items: data, total: meta.total ?? data.length, tags: meta.tags ?? [] };
}

/** What clips of such a game are usually called. */
export async function fetchClipTags(
  connection: Connection,
  event: number,
  signal: AbortSignal | null = null,
): Promise<string[]> {
  return (await ask<{ tags: string[] }>(connection, `clip-tags?event_id=${event}`, { signal })).tags;
}

/** Asked again while the file is being made. */
export function fetchClipDownload(
  connection: Connection,
  id: number,
  { format, watermark }: { readonly format: ClipFormat; readonly watermark: boolean },
  signal: AbortSignal | null = null,
): Promise<ClipDownload> {
  return ask(connection, `clip/download/${id}?format=${format}&watermark=${watermark ? 1 : 0}`, { signal });
}

export async function retryClip(connection: Connection, id: number): Promise<void> {
  await ask<unknown>(connection, `clip/${id}/retry`, { method: 'POST', body: {} });
}

export async function deleteClip(connection: Connection, id: number): Promise<void> {
  await ask<unknown>(connection, `clip/${id}`, { method: 'DELETE' });
}

interface Meta {
  total?: number;
  tags?: ClipTagCount[];
}

async function list(
  connection: Connection,
  path: string,
  { limit, offset }: Part,
  signal: AbortSignal | null,
): Promise<Listed<Clip>> {
  const { data, meta } = await askWhole<Clip[], Meta>(connection, `${path}?limit=${limit}&offset=${offset}`, {
    signal,
  });
  return { items: data, total: meta.total ?? data.length };
}
