import { formatColour, parseColour } from './colour.ts';

/** The five or six colours that an operator chooses, as the API sends them. */
export interface ColorSettings {
  header_background: string;
  header_text_color: string;
  body_background: string;
  body_text_color: string;
  footer_background: string;
  accent: string | null;
}

/** Dark, for a channel that has chosen nothing. */
export const DEFAULT_SETTINGS: Readonly<ColorSettings> = {
  header_background: '#0b0d12',
  header_text_color: '#f5f7fa',
  body_background: '#0b0d12',
  body_text_color: '#f5f7fa',
  footer_background: '#07080b',
  accent: null,
};

/** Reads settings from a source that cannot be trusted; `undefined` if a colour is missing or is none. */
export function parseSettings(source: unknown): ColorSettings | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(source));
  const read = (name: keyof ColorSettings) => {
    const text = fields.get(name);
    const colour = typeof text === 'string' ? parseColour(text) : undefined;
    return colour && formatColour(colour);
  };
  const header_background = read('header_background');
  const header_text_color = read('header_text_color');
  const body_background = read('body_background');
  const body_text_color = read('body_text_color');
  const footer_background = read('footer_background');
  const accent = (fields.get('accent') ?? null) === null ? null : read('accent');
  if (!header_background || !header_text_color || !body_background || !body_text_color) return undefined;
  if (!footer_background || accent === undefined) return undefined;
  return { header_background, header_text_color, body_background, body_text_color, footer_background, accent };
}
