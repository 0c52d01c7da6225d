import type { Event, VodItem } from '@touchline/api';

/**
 * What the server says of what can be played. The parts that its document does not have yet are written by hand, like
 * the calls beside this file.
 */

export const MEDIA = { image: 1, live: 2, vod: 3, embedded: 4, thumbnails: 5, preview: 6 } as const;

export interface MediaItem {
  readonly id: number;
  readonly type: number;
  /** Present for those who may play it. */
  readonly url: string | null;
}

export type StreamState = 'on_air' | 'interrupted' | 'waiting' | 'ended';

export interface WatchAccess {
  /** `free_for_all`, `has_account`, `needs_account`, `needs_pass`, `region`, or one that came later. */
  readonly reason: string;
  readonly features: readonly string[];
}

/** What a server that plays says of a game besides. */
interface Watched {
  readonly access?: WatchAccess | null;
  readonly stream?: { readonly state: StreamState } | null;
}

export const accessOf = (event: Event & Watched): WatchAccess | null => event.access ?? null;

export const streamOf = (event: Event & Watched): StreamState | null => event.stream?.state ?? null;

/** What can be played of a film; lists say nothing of it. */
export const mediaOf = (item: VodItem & { readonly media?: readonly MediaItem[] }): readonly MediaItem[] =>
  item.media ?? [];

export function mediaUrl(media: readonly MediaItem[] | undefined, ...types: readonly number[]): string | null {
  return media?.find(({ type, url }) => types.includes(type) && url !== null)?.url ?? null;
}
