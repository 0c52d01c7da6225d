import type { Theme } from './theme.ts';

/** Puts a theme on an element, through the CSSOM, which a strict content policy allows. */
export function applyTheme(element: HTMLElement, theme: Theme): void {
  element.style.colorScheme = theme.scheme;
  for (const [name, colour] of Object.entries(theme.variables)) element.style.setProperty(name, colour);
}
