/** A library picture's address ends in key, hash, focal point in percent, and width of the largest size. */
const ADDRESS = /^(\/storage\/.+\/[\da-f]{16}-[\da-f]{16}-(\d+)-(\d+)-)(\d+)(\.\w+)$/;

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
  // As `crates/domain/src/picture/shape.rs` has them.
  const widths = [320, 640, 1280].filter((one) => one < Number(largest));
  return {
    src,
    srcSet: [...widths, largest].map((one) => `${start}${one}${end} ${one}w`).join(),
    style: { objectPosition: `${x}% ${y}%` },
  };
}
