import { type ColorSettings, formatColour, parseColour } from '@touchline/theme';
import { type Fields, fieldValue } from '../../resource/draft.ts';

/** The colours of a draft. A text that is no colour leaves the one that was shown before. */
export function draftColours(draft: Fields, shown: ColorSettings): ColorSettings {
  const read = (name: keyof ColorSettings) => {
    const text = fieldValue(draft, name);
    const colour = typeof text === 'string' ? parseColour(text) : undefined;
    return colour && formatColour(colour);
  };
  return {
    header_background: read('header_background') ?? shown.header_background,
    header_text_color: read('header_text_color') ?? shown.header_text_color,
    body_background: read('body_background') ?? shown.body_background,
    body_text_color: read('body_text_color') ?? shown.body_text_color,
    footer_background: read('footer_background') ?? shown.footer_background,
    accent: fieldValue(draft, 'accent') === null ? null : (read('accent') ?? shown.accent),
  };
}

export function sameColours(one: ColorSettings, other: ColorSettings): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
