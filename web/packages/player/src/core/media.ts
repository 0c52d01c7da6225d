import type { Media } from '@touchline/api';

/** Kinds of media, as the server numbers them. */
export const MEDIA = { image: 1, live: 2, vod: 3, embedded: 4, thumbnails: 5, preview: 6, embeddedPreview: 8 } as const;

export function mediaUrl(media: readonly Media[] | undefined, ...types: readonly number[]): string | null {
  return media?.find(({ type, url }) => types.includes(type) && url !== null)?.url ?? null;
}
