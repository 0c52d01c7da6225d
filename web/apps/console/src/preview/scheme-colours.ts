import { buildTheme, type ColorSettings, DEFAULT_SETTINGS } from '@touchline/theme';

/** As the channel has them, or as they would be on a dark or light page. */
export type Scheme = 'own' | 'dark' | 'light';

const LIGHT: ColorSettings = {
  header_background: '#ffffff',
  header_text_color: '#0b0d12',
  body_background: '#ffffff',
  body_text_color: '#0b0d12',
  footer_background: '#eef0f4',
  accent: null,
};

/** The colours for a scheme: those of the channel where they are of it, otherwise neutral ones with its accent. */
export function inScheme(colours: ColorSettings, scheme: Scheme): ColorSettings {
  const own = buildTheme(colours);
  if (scheme === 'own' || own.scheme === scheme) return colours;
  return { ...(scheme === 'light' ? LIGHT : DEFAULT_SETTINGS), accent: colours.accent ?? own.variables['--accent'] };
}
