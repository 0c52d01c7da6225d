/** The widths that library pictures are stored in; `crates/domain/src/picture/shape.rs` says the same. */
const WIDTHS = [320, 640, 1280, 1920];
/** The last part of a library picture's address: key, hash, focal point in percent, width of the largest size. */
const NAME =
  /^(\/storage\/images\/[a-z0-9-]+\/[0-9a-f]{16}-[0-9a-f]{16}-(\d{1,3})-(\d{1,3})-)(\d{1,4})(\.(?:jpg|png))$/;

/** What an `img` needs to show a picture in a size that fits, with its focal point in view. */
export interface PictureSources {
  readonly src: string;
  readonly srcSet?: string;
  readonly style?: { readonly objectPosition: string };
}

/** Everything that the address of a picture tells; of one that is not from the library nothing but itself. */
export function pictureSources(address: string): PictureSources {
  const [, start, x, y, width, end] = NAME.exec(address) ?? [];
  if (start === undefined) return { src: address };
  const largest = Number(width);
  const sizes = [...WIDTHS.filter((one) => one < largest), largest];
  return {
    src: address,
    srcSet: sizes.map((one) => `${start}${one}${end} ${one}w`).join(', '),
    style: { objectPosition: `${x}% ${y}%` },
  };
}

/** The smallest size that is at least this wide. */
export function pictureAtWidth(address: string, wanted: number): string {
  const [, start, , , width, end] = NAME.exec(address) ?? [];
  if (start === undefined) return address;
  const fitting = WIDTHS.find((one) => one >= wanted && one < Number(width));
  return fitting === undefined ? address : `${start}${fitting}${end}`;
}
