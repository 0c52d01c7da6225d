import { contrast, parseColour } from './colour.ts';
import { LINE, SHAPE, TEXT, type Role, type Theme } from './theme.ts';

interface Guarantee {
  readonly role: Role;
  readonly on: readonly Role[];
  /** The least contrast that the role has on each of them. */
  readonly least: number;
}

const BODY = ['body-background', 'surface', 'surface-raised'] as const;
const BAR = ['header-background', 'header-selected'] as const;
const FOOTER = ['footer-background'] as const;

/** What the theme promises, whatever colours a channel has. */
export const GUARANTEES: readonly Guarantee[] = [
  { role: 'header-text-color', on: BAR, least: TEXT },
  { role: 'header-muted', on: BAR, least: TEXT },
  { role: 'on-header-selected', on: ['header-selected'], least: TEXT },
  { role: 'focus-header', on: BAR, least: LINE },
  { role: 'body-text-color', on: BODY, least: TEXT },
  { role: 'text-muted', on: BODY, least: TEXT },
  { role: 'accent-text', on: BODY, least: TEXT },
  { role: 'accent', on: BODY, least: SHAPE },
  { role: 'on-accent', on: ['accent'], least: TEXT },
  { role: 'control-line', on: BODY, least: LINE },
  { role: 'focus', on: BODY, least: LINE },
  { role: 'live', on: ['body-background', 'surface'], least: LINE },
  { role: 'on-live', on: ['live'], least: TEXT },
  { role: 'success', on: BODY, least: TEXT },
  { role: 'warn', on: BODY, least: TEXT },
  { role: 'danger', on: BODY, least: TEXT },
  { role: 'on-footer', on: FOOTER, least: TEXT },
  { role: 'footer-muted', on: FOOTER, least: TEXT },
  { role: 'focus-footer', on: FOOTER, least: LINE },
];

/** The contrast of two roles as they are shown. */
export function contrastOf(theme: Theme, role: Role, on: Role): number {
  const [colour, background] = [parseColour(theme.variables[`--${role}`]), parseColour(theme.variables[`--${on}`])];
  return colour && background ? contrast(colour, background) : 1;
}

/** The contrast of a role on the one of its backgrounds where it is least. */
export function worstContrast(theme: Theme, { role, on }: Guarantee): number {
  return Math.min(...on.map((background) => contrastOf(theme, role, background)));
}
