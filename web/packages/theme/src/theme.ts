// The theme engine: a channel's six colours in, every colour role out, each readable where it stands.
//
// The operator's colours are kept wherever they can be read. Where a pair fails, the nearest readable shade of the
// text's own hue is taken; all checks are made on the eight-bit colours that are shown.
// `crates/domain/src/colours/theme.rs` says the same; `vectors.json` holds the two together.
import { BLACK, WHITE, contrast, formatColour, luminance, parseColour, sameColour, type Colour } from './colour.ts';
import { mix, shade, toOklab } from './oklab.ts';
import { DEFAULT_SETTINGS, type ColorSettings } from './settings.ts';

/** WCAG AA for text. */
export const TEXT = 4.5;
/** WCAG AA for lines of controls and focus rings. */
export const LINE = 3;
/** Enough for a button or a rule to be seen as a shape. */
export const SHAPE = 1.3;
/** For text colours that the operator did not choose: comfortable rather than just allowed. */
const COMFORT = 7;
/** How far, in lightness, a background gives way to the text chosen for it before the text is moved instead. */
const GIVE = 0.06;

const ACCENT: Colour = [0x3d, 0x7b, 0xff];
const LIVE: Colour = [0xd4, 0x0f, 0x2b];
const SUCCESS: Colour = [0x1f, 0x9d, 0x55];
const WARN: Colour = [0xd9, 0x8a, 0x00];
const DANGER: Colour = [0xe5, 0x48, 0x4d];

export type Role =
  | 'header-background'
  | 'header-text-color'
  | 'body-background'
  | 'body-text-color'
  | 'footer-background'
  | 'surface'
  | 'surface-raised'
  | 'text-muted'
  | 'line'
  | 'control-line'
  | 'accent'
  | 'on-accent'
  | 'accent-text'
  | 'focus'
  | 'focus-header'
  | 'focus-footer'
  | 'header-muted'
  | 'header-selected'
  | 'on-header-selected'
  | 'on-footer'
  | 'footer-muted'
  | 'live'
  | 'on-live'
  | 'success'
  | 'warn'
  | 'danger';

type Shade =
  | `header-background-${10 | 50 | 70}`
  | 'header-text-color-50'
  | `body-background-${10 | 20 | 50 | 70}`
  | `body-text-color-${5 | 10 | 20 | 30 | 50 | 70 | 95}`
  | `footer-background-${20 | 50 | 70}`;

export interface Theme {
  /** What the browser is told for its own controls and scroll bars. */
  readonly scheme: 'dark' | 'light';
  /** Every CSS variable with its `#rrggbb`, in the order in which the server sends them. */
  readonly variables: Readonly<Record<`--${Role | Shade}`, string>>;
}

/** A background with what lies on it, and a text that reads on all of it. */
interface Ground {
  readonly background: Colour;
  readonly surface: Colour;
  readonly raised: Colour;
  readonly text: Colour;
}

/** All roles and shades of a channel; a colour that is none falls back to the default theme's. */
export function buildTheme(settings: Readonly<ColorSettings>): Theme {
  const asked = (name: Exclude<keyof ColorSettings, 'accent'>) =>
    parseColour(settings[name]) ?? parseColour(DEFAULT_SETTINGS[name]) ?? BLACK;
  const body = ground(asked('body_background'), asked('body_text_color'));
  const header = ground(asked('header_background'), asked('header_text_color'));
  const [footer, onFooter] = footerPair(asked('footer_background'), body.text);
  const layers = layersOf(body);
  const bar = [header.background, header.raised];

  const [accent, onAccent] = accentPair(parseColour(settings.accent ?? '') ?? ACCENT, layers);
  const live = nearest(LIVE, [body.background, body.surface], LINE);

  const headerFill = fill(header.background, header.text);
  const headerInk = ink(header.text, header.background);
  const bodyFill = fill(body.background, body.text);
  const bodyInk = ink(body.text, body.background);
  const footerFill = fill(footer, onFooter);

  const variables = {
    '--header-background': formatColour(header.background),
    '--header-background-10': headerFill(10),
    '--header-background-50': headerFill(50),
    '--header-background-70': headerFill(70),
    '--header-text-color': formatColour(header.text),
    '--header-text-color-50': headerInk(50),
    '--body-background': formatColour(body.background),
    '--body-background-10': bodyFill(10),
    '--body-background-20': bodyFill(20),
    '--body-background-50': bodyFill(50),
    '--body-background-70': bodyFill(70),
    '--body-text-color': formatColour(body.text),
    '--body-text-color-5': bodyInk(5),
    '--body-text-color-10': bodyInk(10),
    '--body-text-color-20': bodyInk(20),
    '--body-text-color-30': bodyInk(30),
    '--body-text-color-50': bodyInk(50),
    '--body-text-color-70': bodyInk(70),
    '--body-text-color-95': bodyInk(95),
    '--footer-background': formatColour(footer),
    '--footer-background-20': footerFill(20),
    '--footer-background-50': footerFill(50),
    '--footer-background-70': footerFill(70),
    '--surface': formatColour(body.surface),
    '--surface-raised': formatColour(body.raised),
    '--text-muted': formatColour(nearest(mix(body.text, body.background, 0.68), layers, TEXT)),
    '--line': formatColour(nearest(mix(body.text, body.background, 0.14), [body.background], SHAPE)),
    '--control-line': formatColour(nearest(mix(body.text, body.background, 0.4), layers, LINE)),
    '--accent': formatColour(accent),
    '--on-accent': formatColour(onAccent),
    '--accent-text': formatColour(nearest(accent, layers, TEXT)),
    '--focus': formatColour(nearest(accent, layers, LINE)),
    '--focus-header': formatColour(nearest(accent, bar, LINE)),
    '--focus-footer': formatColour(nearest(accent, [footer], LINE)),
    '--header-muted': formatColour(nearest(mix(header.text, header.background, 0.75), bar, TEXT)),
    '--header-selected': formatColour(header.raised),
    '--on-header-selected': formatColour(header.text),
    '--on-footer': formatColour(onFooter),
    '--footer-muted': formatColour(nearest(mix(onFooter, footer, 0.72), [footer], TEXT)),
    '--live': formatColour(live),
    '--on-live': formatColour(reads(WHITE, [live], TEXT) ? WHITE : BLACK),
    '--success': formatColour(nearest(SUCCESS, layers, TEXT)),
    '--warn': formatColour(nearest(WARN, layers, TEXT)),
    '--danger': formatColour(nearest(DANGER, layers, TEXT)),
  };
  return { scheme: luminance(body.text) > luminance(body.background) ? 'dark' : 'light', variables };
}

// A text's shade is so much of it on its background; a background's goes half as far towards its text, so that
// even the strongest is still a fill. Shades are for fills and lines: what is to be read has a role of its own.
const fill = (background: Colour, text: Colour) => (percent: number) =>
  formatColour(mix(text, background, percent / 100 / 2));
const ink = (text: Colour, background: Colour) => (percent: number) =>
  formatColour(mix(text, background, percent / 100));

function reads(colour: Colour, on: readonly Colour[], ratio: number): boolean {
  return on.every((background) => contrast(colour, background) >= ratio);
}

/** How far apart two shades of one hue are, in lightness. */
function distance(a: Colour, b: Colour): number {
  return Math.abs(toOklab(a).lightness - toOklab(b).lightness);
}

/**
 * The shade of `colour` that reads on every background with the smallest change of lightness, lighter or darker.
 * Where no shade does, black or white, whichever comes closer.
 */
function nearest(colour: Colour, on: readonly Colour[], ratio: number): Colour {
  if (reads(colour, on, ratio)) return colour;
  const lab = toOklab(colour);
  const towards = (pole: number) => {
    if (!reads(shade(lab, pole), on, ratio)) return undefined;
    let fails = lab.lightness;
    let holds = pole;
    for (let step = 0; step < 10; step++) {
      const middle = (fails + holds) / 2;
      if (reads(shade(lab, middle), on, ratio)) holds = middle;
      else fails = middle;
    }
    return holds;
  };
  const [darker, lighter] = [towards(0), towards(1)];
  if (darker === undefined) return lighter === undefined ? readablePole(on) : shade(lab, lighter);
  if (lighter !== undefined && lighter - lab.lightness < lab.lightness - darker) return shade(lab, lighter);
  return shade(lab, darker);
}

function readablePole(on: readonly Colour[]): Colour {
  const worst = (pole: Colour) => Math.min(...on.map((background) => contrast(pole, background)));
  return worst(WHITE) > worst(BLACK) ? WHITE : BLACK;
}

/** A background that is a hair too close to its text, moved so that the text can stay as it was chosen. */
function givingWay(background: Colour, text: Colour): Colour | undefined {
  const moved = nearest(background, [text], TEXT);
  return distance(moved, background) <= GIVE && reads(text, [moved], TEXT) ? moved : undefined;
}

function layersOf({ background, surface, raised }: Ground): readonly Colour[] {
  return [background, surface, raised];
}

function ground(background: Colour, text: Colour): Ground {
  const kept = withLeastMovedText(background, text);
  if (sameColour(kept.text, text)) return kept;
  const moved = givingWay(background, text);
  const given = moved && withLeastMovedText(moved, text);
  return given && sameColour(given.text, text) ? given : kept;
}

/**
 * Surfaces rise towards white, as light falls on them; where there is no room, or the text would have to move
 * further for it, they sink.
 */
function withLeastMovedText(background: Colour, text: Colour): Ground {
  const lab = toOklab(background);
  // Near black equal steps in lightness cannot be seen, so surfaces start at a grey that can.
  const rising = [Math.max(lab.lightness + 0.05, 0.185), Math.max(lab.lightness + 0.085, 0.225)] as const;
  const sinking = [lab.lightness - 0.035, lab.lightness - 0.06] as const;
  const ways = [...(rising[1] <= 1 ? [rising] : []), ...(sinking[1] >= 0.1 ? [sinking] : [])];
  const grounds = ways
    .map((way) => {
      const [surface, raised] = [shade(lab, way[0]), shade(lab, way[1])];
      return { background, surface, raised, text: nearest(text, [background, surface, raised], TEXT) };
    })
    .filter((candidate) => reads(candidate.text, layersOf(candidate), TEXT));
  const [first, second] = grounds;
  if (!first) return { background, surface: background, raised: background, text: nearest(text, [background], TEXT) };
  return second && distance(text, second.text) < distance(text, first.text) ? second : first;
}

/** The accent and what is written on it: white where it reads or nearly reads, since that is what brands expect. */
function accentPair(asked: Colour, on: readonly Colour[]): [accent: Colour, text: Colour] {
  const accent = nearest(asked, on, SHAPE);
  if (reads(WHITE, [accent], TEXT)) return [accent, WHITE];
  const darker = givingWay(accent, WHITE);
  return darker && reads(darker, on, SHAPE) ? [darker, WHITE] : [accent, BLACK];
}

/** The footer and its text: the body's, if it can be read there, since an operator chooses none for it. */
function footerPair(footer: Colour, text: Colour): [footer: Colour, text: Colour] {
  if (reads(text, [footer], TEXT)) return [footer, text];
  const moved = givingWay(footer, text);
  return moved ? [moved, text] : [footer, nearest(text, [footer], COMFORT)];
}
