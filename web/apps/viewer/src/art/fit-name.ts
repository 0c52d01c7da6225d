/** A capital of the condensed face is about this wide, in parts of the type size. */
const LETTER = 0.53;
/** The room that a name has, in hundredths of the picture's width. */
const ROOM = 41;
const MAX_SIZE = 9;
/** Smaller than this on one line, a name reads better on two. */
const SMALLEST_LINE = 6.4;

const fitting = (letters: number): number => Math.min(MAX_SIZE, ROOM / (LETTER * Math.max(1, letters)));

/** The type size for a name on art, in hundredths of the picture's width: as large as fits on a line, or else on two. */
export function fitName(name: string): number {
  const onOneLine = fitting(name.length);
  if (onOneLine >= SMALLEST_LINE) return onOneLine;
  const longestWord = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return Math.min(SMALLEST_LINE, fitting(longestWord));
}
