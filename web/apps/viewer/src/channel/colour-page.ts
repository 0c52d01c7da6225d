import { applyTheme, buildTheme, type ColorSettings } from '@touchline/theme';

/** Colours a page that the server has not coloured. */
export function colourPage(colours: ColorSettings): void {
  applyTheme(document.documentElement, buildTheme(colours));
}
