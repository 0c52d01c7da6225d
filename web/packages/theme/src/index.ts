export { applyTheme } from './apply-theme.ts';
export { BLACK, contrast, formatColour, parseColour, WHITE, type Colour } from './colour.ts';
export { GUARANTEES, contrastOf, worstContrast } from './guarantees.ts';
export { shade, toOklab } from './oklab.ts';
export { DEFAULT_SETTINGS, parseSettings, type ColorSettings } from './settings.ts';
export { buildTheme, type Role, type Theme } from './theme.ts';
