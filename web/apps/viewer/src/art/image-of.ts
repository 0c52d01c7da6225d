import type { Image } from '@touchline/api';
import type { CrestTeam } from './crest.tsx';

/** The first picture of the wanted kinds, in the order of the kinds. */
export function imageOf(images: readonly Image[], ...kinds: readonly Image['type'][]): string | null {
  for (const kind of kinds) {
    const found = images.find(({ type }) => type === kind);
    if (found) return found.url;
  }
  return null;
}

/** A school or team as the crest draws it. */
export function crestOf(side: Omit<CrestTeam, 'image'> & { readonly images: readonly Image[] }): CrestTeam {
  const { name, short_name, color, images } = side;
  return { name, short_name, color, image: imageOf(images, 'crest', 'logo') };
}
