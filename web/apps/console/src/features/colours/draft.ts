import { formatColour, parseColour, type ColorSettings } from '@touchline/theme';
import type { FieldName } from './colour-fields';

/** What stands in the fields, and the colours that it last meant. */
export interface Draft {
  readonly texts: Readonly<Record<FieldName, string>>;
  readonly settings: ColorSettings;
}

export function draftOf(settings: ColorSettings): Draft {
  return { texts: { ...settings, accent: settings.accent ?? '' }, settings };
}

/** A text that is no colour yet stays in its field; the preview keeps the last one that was. */
export function edit({ texts, settings }: Draft, name: FieldName, text: string): Draft {
  return { texts: { ...texts, [name]: text }, settings: withColour(settings, name, text) };
}

function withColour(settings: ColorSettings, name: FieldName, text: string): ColorSettings {
  if (name === 'accent' && text.trim() === '') return { ...settings, accent: null };
  const colour = parseColour(text);
  return colour ? { ...settings, [name]: formatColour(colour) } : settings;
}

/** What is wrong with a field's text, in words for the operator. */
export function fieldError(name: FieldName, text: string): string | undefined {
  if (text.trim() === '') return name === 'accent' ? undefined : 'Choose a colour.';
  if (parseColour(text)) return undefined;
  return 'Not a colour. Write it as #1a2b3c, rgb(26, 43, 60) or hsl(210, 40%, 17%).';
}

export function sameSettings(a: ColorSettings, b: ColorSettings): boolean {
  return (
    a.header_background === b.header_background &&
    a.header_text_color === b.header_text_color &&
    a.body_background === b.body_background &&
    a.body_text_color === b.body_text_color &&
    a.footer_background === b.footer_background &&
    a.accent === b.accent
  );
}
