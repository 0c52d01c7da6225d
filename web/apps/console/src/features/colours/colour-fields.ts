import type { ColorSettings } from '@touchline/theme';

export type FieldName = keyof ColorSettings;

interface ColourField {
  readonly name: FieldName;
  readonly label: string;
  readonly hint?: string;
}

/** The colours that an operator chooses, in the order in which they are asked for. */
export const COLOUR_FIELDS: readonly ColourField[] = [
  { name: 'header_background', label: 'Header background' },
  { name: 'header_text_color', label: 'Header text' },
  { name: 'body_background', label: 'Page background' },
  { name: 'body_text_color', label: 'Page text' },
  { name: 'footer_background', label: 'Footer background' },
  { name: 'accent', label: 'Accent', hint: 'Buttons, links and focus. Leave empty for Touchline blue.' },
];
