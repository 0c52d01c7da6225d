// OKLab, a space in which equal steps look equal: https://bottosson.github.io/posts/oklab/.
// `crates/domain/src/colours/oklab.rs` says the same, operation by operation, so that both give the same bytes.
import { decode, type Colour } from './colour.ts';

export interface Oklab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** Rounding may leave a colour of the gamut a hair outside of it. */
const GAMUT_SLACK = 1e-5;

export function toOklab(colour: Colour): Oklab {
  const [red, green, blue] = decode(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** The same hue at another lightness, as colourful as sRGB allows there, but no more than now. */
export function shade(colour: Oklab, lightness: number): Colour {
  const wanted = { ...colour, lightness };
  if (inGamut(wanted)) return fromOklab(wanted);
  let inside = 0;
  let outside = 1;
  for (let step = 0; step < 12; step++) {
    const middle = (inside + outside) / 2;
    if (inGamut(withChroma(wanted, middle))) inside = middle;
    else outside = middle;
  }
  return fromOklab(withChroma(wanted, inside));
}

/** `amount` of `over` laid on `under`. */
export function mix(over: Colour, under: Colour, amount: number): Colour {
  const [top, bottom] = [toOklab(over), toOklab(under)];
  const blend = (x: number, y: number) => x * amount + y * (1 - amount);
  return fromOklab({
    lightness: blend(top.lightness, bottom.lightness),
    a: blend(top.a, bottom.a),
    b: blend(top.b, bottom.b),
  });
}

function withChroma({ lightness, a, b }: Oklab, part: number): Oklab {
  return { lightness, a: a * part, b: b * part };
}

function inGamut(colour: Oklab): boolean {
  return toLinear(colour).every((value) => value >= -GAMUT_SLACK && value <= 1 + GAMUT_SLACK);
}

function fromOklab(colour: Oklab): Colour {
  const [red, green, blue] = toLinear(colour);
  return [encode(red), encode(green), encode(blue)];
}

function toLinear({ lightness, a, b }: Oklab): [number, number, number] {
  const long = lightness + 0.3963377774 * a + 0.2158037573 * b;
  const medium = lightness - 0.1055613458 * a - 0.0638541728 * b;
  const short = lightness - 0.0894841775 * a - 1.291485548 * b;
  const [l, m, s] = [long * long * long, medium * medium * medium, short * short * short];
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encode(linear: number): number {
  const light = Math.min(1, Math.max(0, linear));
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
}
