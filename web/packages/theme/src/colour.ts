/** An opaque sRGB colour as three bytes; written `#rrggbb`, whatever an operator typed. */
export type Colour = readonly [red: number, green: number, blue: number];

export const BLACK: Colour = [0, 0, 0];
export const WHITE: Colour = [255, 255, 255];

/** Longer than any colour that we read. */
const MAX_LENGTH = 64;
const NUMBER = /^\d{1,3}(?:\.\d{1,6})?$/;

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa` (opacity dropped), `rgb()` and `hsl()`; nothing else is a colour. */
export function parseColour(text: string): Colour | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = trim(text).toLowerCase();
  if (trimmed.startsWith('#')) return fromHex(trimmed.slice(1));
  const call = /^(rgb|hsl)\(([^()]*)\)$/.exec(trimmed);
  const parts = argumentsOf(call?.[2] ?? '');
  if (!parts) return undefined;
  return call?.[1] === 'rgb' ? fromRgb(parts) : fromHsl(parts);
}

export function formatColour(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export function sameColour(a: Colour, b: Colour): boolean {
  return a.every((channel, index) => channel === b[index]);
}

/** WCAG's contrast ratio, from 1 to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** WCAG's relative luminance. */
export function luminance(colour: Colour): number {
  const [red, green, blue] = decode(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The linear light of each channel. */
export function decode([red, green, blue]: Colour): [number, number, number] {
  return [decodeByte(red), decodeByte(green), decodeByte(blue)];
}

function decodeByte(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Three, six or eight digits; the last two of eight are opacity, which a channel's colours do not have. */
function fromHex(digits: string): Colour | undefined {
  if (!/^(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined;
  const channel = (index: number) =>
    Number.parseInt(digits.length === 3 ? digits.charAt(index).repeat(2) : digits.slice(index * 2, index * 2 + 2), 16);
  return [channel(0), channel(1), channel(2)];
}

function argumentsOf(text: string): [string, string, string] | undefined {
  const parts = text.includes(',') ? text.split(',').map(trim) : trim(text).split(/[\t\n\f\r ]+/);
  const [first, second, third, ...rest] = parts;
  if (first === undefined || second === undefined || third === undefined || rest.length > 0) return undefined;
  return [first, second, third];
}

/** ASCII white space only, as CSS has it. */
function trim(text: string): string {
  return text.replaceAll(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
}

/** A plain decimal number up to `most`: no sign, no exponent, no `calc()`. */
function number(text: string, most: number): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : undefined;
  return value !== undefined && value <= most ? value : undefined;
}

function percent(text: string): number | undefined {
  const value = text.endsWith('%') ? number(text.slice(0, -1), 100) : undefined;
  return value === undefined ? undefined : value / 100;
}

function byte(text: string): number | undefined {
  if (!text.endsWith('%')) return number(text, 255);
  const value = percent(text);
  return value === undefined ? undefined : value * 255;
}

function fromRgb(parts: readonly [string, string, string]): Colour | undefined {
  const [red, green, blue] = [byte(parts[0]), byte(parts[1]), byte(parts[2])];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

function fromHsl(parts: readonly [string, string, string]): Colour | undefined {
  const degrees = number(parts[0].endsWith('deg') ? parts[0].slice(0, -3) : parts[0], 360);
  const saturation = percent(parts[1]);
  const lightness = percent(parts[2]);
  if (degrees === undefined || saturation === undefined || lightness === undefined) return undefined;
  const hue = degrees / 30;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue) % 12;
    const value = lightness - reach * Math.min(1, Math.max(-1, Math.min(k - 3, 9 - k)));
    return Math.round(value * 255);
  };
  return [channel(0), channel(8), channel(4)];
}
