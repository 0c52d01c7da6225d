import type { Crop, Focus } from '@touchline/api/console';

export interface Shape {
  readonly width: number;
  readonly height: number;
}

/** The part of the original that a box shows which a picture covers, with its focal point in view. */
export function visiblePart(part: Crop, focus: Focus, ratio: number): Crop {
  const isWide = part.width / part.height > ratio;
  const width = isWide ? part.height * ratio : part.width;
  const height = isWide ? part.height : part.width / ratio;
  return {
    x: part.x + ((part.width - width) * focus.x) / 100,
    y: part.y + ((part.height - height) * focus.y) / 100,
    width,
    height,
  };
}

const wholeOf = ({ width, height }: Shape): Crop => ({ x: 0, y: 0, width, height });

export const partOf = (original: Shape, crop: Crop | null): Crop => crop ?? wholeOf(original);

/** In percent, as backgrounds are placed. */
const place = (from: number, length: number, whole: number) => (whole > length ? (from / (whole - length)) * 100 : 0);

/** How a box of that ratio shows a part of a picture as its background. */
export function viewStyle(address: string, original: Shape, shown: Crop) {
  const x = place(shown.x, shown.width, original.width);
  const y = place(shown.y, shown.height, original.height);
  return {
    aspectRatio: `${shown.width} / ${shown.height}`,
    backgroundImage: `url("${address}")`,
    backgroundSize: `${(original.width / shown.width) * 100}% ${(original.height / shown.height) * 100}%`,
    backgroundPosition: `${x}% ${y}%`,
  };
}

const inside = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** The point with a step in a direction, inside the picture. */
export function movedFocus({ x, y }: Focus, [right, down]: readonly [number, number]): Focus {
  return { x: inside(x + right), y: inside(y + down) };
}

/** A cropped area in whole pixels that lie inside the original. */
export function wholePixels(area: Crop, original: Shape): Crop {
  const x = Math.min(Math.max(0, Math.round(area.x)), original.width - 1);
  const y = Math.min(Math.max(0, Math.round(area.y)), original.height - 1);
  return {
    x,
    y,
    width: Math.max(1, Math.min(Math.round(area.width), original.width - x)),
    height: Math.max(1, Math.min(Math.round(area.height), original.height - y)),
  };
}
