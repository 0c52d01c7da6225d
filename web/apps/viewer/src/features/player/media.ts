import type { Event, EventDetails, Media, StreamState, VodDetails, VodItem } from '@touchline/api';

/** Kinds of media, as the server numbers them. */
export const MEDIA = { image: 1, live: 2, vod: 3, embedded: 4, thumbnails: 5, preview: 6, embeddedPreview: 8 } as const;

/** A game from a list says less of itself than one from its own call. */
type Listed = Event & Partial<Pick<EventDetails, 'access' | 'stream'>>;

export const accessOf = (event: Listed): EventDetails['access'] | null => event.access ?? null;

export const streamOf = (event: Listed): StreamState | null => event.stream?.state ?? null;

/** What can be played of a film; lists say nothing of it. */
export const mediaOf = (item: VodItem & Partial<Pick<VodDetails, 'media'>>): readonly Media[] => item.media ?? [];

export function mediaUrl(media: readonly Media[] | undefined, ...types: readonly number[]): string | null {
  return media?.find(({ type, url }) => types.includes(type) && url !== null)?.url ?? null;
}
