import { pictureSources } from './picture-sources.ts';

/** The smallest size of a picture, for icons. */
export function smallPicture(address: string): string {
  return pictureSources(address).srcSet?.split(' ')[0] ?? address;
}
