/** The widths that library pictures are stored in; `crates/domain/src/picture/shape.rs` says the same. */
const WIDTHS = [320, 640, 1280];
/** A library picture's address ends in key, hash, focal point in percent, and width of the largest size. */
const ADDRESS = /^(\/storage\/images\/[^/]+\/[\da-f]{16}-[\da-f]{16}-(\d+)-(\d+)-)(\d+)(\.(?:jp|pn)g)$/;

/** What an `img` needs to show a picture in a size that fits, with its focal point in view. */
export interface PictureSources {
  readonly src: string;
  readonly srcSet?: string;
  readonly style?: { readonly objectPosition: string };
}

/** Everything that the address of a picture tells; of one that is not from the library nothing but itself. */
export function pictureSources(src: string): PictureSources {
  const [, start, x, y, largest, end] = ADDRESS.exec(src) ?? [];
  if (!start) return { src };
  const widths = [...WIDTHS.filter((one) => one < Number(largest)), largest];
  return {
    src,
    srcSet: widths.map((one) => `${start}${one}${end} ${one}w`).join(', '),
    style: { objectPosition: `${x}% ${y}%` },
  };
}

/** The smallest size, for logos and crests. */
export function smallPicture(address: string): string {
  return pictureSources(address).srcSet?.split(' ')[0] ?? address;
}
