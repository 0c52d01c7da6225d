import { type ChannelColours, colourCalls } from '@touchline/api/console';
import type { ColorSettings } from '@touchline/theme';
import { buildTheme, DEFAULT_SETTINGS } from '@touchline/theme';
import { defineSingle } from '../../resource/resource.ts';

export type ColourName = keyof ColorSettings;

/** What each colour is called. */
export const COLOUR_LABELS = {
  header_background: 'colours.headerBackground',
  header_text_color: 'colours.headerText',
  body_background: 'colours.pageBackground',
  body_text_color: 'colours.pageText',
  footer_background: 'colours.footerBackground',
  accent: 'colours.accent',
} as const satisfies Record<ColourName, string>;

export const colours = defineSingle<ChannelColours>({
  kind: 'colours',
  noun: 'colours',
  may: 'edit_site',
  texts: { title: 'colours.title', error: 'colours.error' },
  fields: [
    { name: 'header_background', kind: 'colour', label: COLOUR_LABELS.header_background },
    { name: 'header_text_color', kind: 'colour', label: COLOUR_LABELS.header_text_color },
    { name: 'body_background', kind: 'colour', label: COLOUR_LABELS.body_background },
    { name: 'body_text_color', kind: 'colour', label: COLOUR_LABELS.body_text_color },
    { name: 'footer_background', kind: 'colour', label: COLOUR_LABELS.footer_background },
    {
      name: 'accent',
      kind: 'colour',
      label: COLOUR_LABELS.accent,
      help: 'colours.accentHelp',
      nullable: true,
      whenEmpty: buildTheme(DEFAULT_SETTINGS).variables['--accent'],
    },
  ],
  calls: colourCalls,
});
