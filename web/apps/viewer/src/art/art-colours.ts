import { BLACK, type Colour, contrast, formatColour, parseColour, shade, toOklab, WHITE } from '@touchline/theme';

/** A team without a usable colour plays in slate. */
const SLATE: Colour = [0x45, 0x54, 0x6b];
/** White names on the art stay readable. */
const TEXT_RATIO = 4.5;
/** Letters on a crest are large and bold, and teams expect white ones. */
const CREST_RATIO = 3;
/** Below this, two neighbouring halves look like one. */
const NEIGHBOUR_RATIO = 1.5;
/** Below this against black, field lines and shade drown. */
const FLOOR_RATIO = 1.35;
const STEP = 0.005;

const parse = (color: string): Colour => parseColour(color) ?? SLATE;
const carriesText = (color: Colour): boolean => contrast(WHITE, color) >= TEXT_RATIO;
const showsLines = (color: Colour): boolean => contrast(BLACK, color) >= FLOOR_RATIO;
const usable = (color: Colour): boolean => carriesText(color) && showsLines(color);
const differ = (a: Colour, b: Colour): boolean => contrast(a, b) >= NEIGHBOUR_RATIO;

/** The nearest shade of the colour, darker first, that passes. */
function nearestShade(color: Colour, passes: (candidate: Colour) => boolean): Colour | undefined {
  const lab = toOklab(color);
  if (passes(color)) return color;
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const lightness of [lab.lightness - distance, lab.lightness + distance]) {
      if (lightness < 0 || lightness > 1) continue;
      const candidate = shade(lab, lightness);
      if (passes(candidate)) return candidate;
    }
  }
  return undefined;
}

const ground = (color: Colour): Colour => nearestShade(color, usable) ?? SLATE;

/** The shade of a band nearest to the team's colour that its left neighbour does not swallow. */
function beside(left: Colour, color: Colour): Colour {
  return nearestShade(color, (candidate) => usable(candidate) && differ(candidate, left)) ?? ground(color);
}

/** One colour for each band of the art, from left to right, neighbours always told apart. */
export function bandColours(colors: readonly string[]): readonly string[] {
  const bands: Colour[] = [];
  for (const color of colors.length > 0 ? colors : ['']) {
    const left = bands.at(-1);
    bands.push(left ? beside(left, parse(color)) : ground(parse(color)));
  }
  return bands.map(formatColour);
}

export interface CrestColours {
  readonly fill: string;
  readonly ink: string;
  /** A line around the shield, so that it stands out on any ground. */
  readonly edge: string;
}

/** A generated crest: the team's own colour and letters that read on it. */
export function crestColours(color: string): CrestColours {
  const fill = parse(color);
  const ink = contrast(WHITE, fill) >= CREST_RATIO ? WHITE : BLACK;
  return { fill: formatColour(fill), ink: formatColour(ink), edge: ink === WHITE ? '#ffffff' : '#0b0d12' };
}
