import type { Connection } from '../connection.ts';
import type { ChosenPreroll, Content, Playback } from '../types.ts';
import { fetchClipPlayback } from './clips.ts';
import { unwrap } from './unwrap.ts';

/** Fresh addresses; those of an earlier session go on with it. */
export function fetchPlayback(
  connection: Connection,
  content: Content,
  session: string | null,
  signal: AbortSignal | null = null,
): Promise<Playback> {
  if (content.type === 'clip') return fetchClipPlayback(connection, content, signal);
  const { client } = connection;
  const { type, id } = content;
  const params = { path: { id }, query: session === null ? {} : { session } };
  return type === 'event'
    ? unwrap(client.GET('/events/{id}/playback', { params, signal }))
    : unwrap(client.GET('/vod-media-items/{id}/playback', { params, signal }));
}

/** Ends the account's other streams, so that this one may go on. */
export async function takeOver({ client }: Connection, { type, id }: Content, session: string | null): Promise<void> {
  // Clips do not count as streams.
  if (type === 'clip') return;
  const options = { params: { path: { id } }, body: { session } };
  await (type === 'event'
    ? unwrap(client.POST('/events/{id}/playback/take-over', options))
    : unwrap(client.POST('/vod-media-items/{id}/playback/take-over', options)));
}

export function fetchPreroll(
  { client }: Connection,
  id: number,
  signal: AbortSignal | null = null,
): Promise<ChosenPreroll | null> {
  return unwrap(client.GET('/events/{id}/preroll', { params: { path: { id } }, signal }));
}

/** Notes that a preroll was seen to its end; for how many seconds it now stays away. */
export async function completePreroll({ client }: Connection, id: number, eventId: number): Promise<number> {
  const options = { params: { path: { id } }, body: { event_id: eventId } };
  return (await unwrap(client.POST('/prerolls/{id}/completed', options))).hidden_s;
}

/** An address that gives the whole game once, soon. */
export async function fetchDownload({ client, origin }: Connection, id: number): Promise<string> {
  const { url } = await unwrap(client.GET('/download-event/{id}', { params: { path: { id } } }));
  return new URL(url, origin).href;
}
