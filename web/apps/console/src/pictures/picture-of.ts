import type { PictureItem } from '@touchline/api/console';

/** The part of an address that all files of one library picture share. */
const KEY = /^\/storage\/images\/[a-z0-9-]+\/[0-9a-f]{16}-/;

/** The library picture that an address leads to, also to an earlier file of it. */
export function pictureOf(pictures: readonly PictureItem[], address: string): PictureItem | undefined {
  const [key] = KEY.exec(address) ?? [];
  return key === undefined ? undefined : pictures.find((picture) => picture.address.startsWith(key));
}
