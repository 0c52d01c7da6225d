/** A small picture of a stretch of the game: a part of a larger one, or all of its own. */
export interface Thumbnail {
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CUE =
  /^((?:\d+:)?\d+:\d+\.\d+)[ \t]+-->[ \t]+((?:\d+:)?\d+:\d+\.\d+)[^\n]*\n(\S+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)/gm;
/** A day, with one every ten seconds. */
const MAX_COUNT = 8640;

/** Reads a list in WebVTT; whatever is not a picture of a stretch is passed over. */
export function parseThumbnails(text: string, base: string): readonly Thumbnail[] {
  const found: Thumbnail[] = [];
  for (const match of text.replaceAll('\r\n', '\n').matchAll(CUE)) {
    const [, from = '', to = '', file = '', ...place] = match;
    const [x = 0, y = 0, width = 0, height = 0] = place.map(Number);
    if (!URL.canParse(file, base) || width === 0 || height === 0) continue;
    found.push({ from: secondsOf(from), to: secondsOf(to), url: new URL(file, base).href, x, y, width, height });
    if (found.length === MAX_COUNT) break;
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/** Stretches are told in whole steps: the last may end a little early. */
const SLACK = 1;

/** The picture of a moment; none of one that was not recorded, or that is newer than the list. */
export function thumbnailAt(thumbnails: readonly Thumbnail[], time: number): Thumbnail | undefined {
  const found = thumbnails.findLast(({ from }) => from <= time);
  return found && time < found.to + SLACK ? found : undefined;
}

function secondsOf(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
