import { applyTheme, buildTheme, type ColorSettings } from '@touchline/theme';

const DARK: ColorSettings = {
  header_background: '#12151c',
  header_text_color: '#f5f7fa',
  body_background: '#0e1117',
  body_text_color: '#f1f4f8',
  footer_background: '#0e1117',
  accent: '#2f6ff2',
};

const LIGHT: ColorSettings = {
  header_background: '#ffffff',
  header_text_color: '#14171f',
  body_background: '#f6f7f9',
  body_text_color: '#14171f',
  footer_background: '#f6f7f9',
  accent: '#2158d8',
};

/** The console has colours of its own, light or dark as the operator's system asks, made by the same engine. */
export function followSystemScheme(root: HTMLElement): void {
  const light = globalThis.matchMedia('(prefers-color-scheme: light)');
  const apply = () => applyTheme(root, buildTheme(light.matches ? LIGHT : DARK));
  light.addEventListener('change', apply);
  apply();
}
