import { GUARANTEES, worstContrast, type ColorSettings, type Role, type Theme } from '@touchline/theme';
import type { ConsoleKey } from '@touchline/i18n';
import type { ColourName } from './colours.ts';

interface RoleWords {
  readonly role: Role;
  readonly label: ConsoleKey;
  /** What it stands on. */
  readonly on: ConsoleKey;
  /** The chosen colour that the role starts from; roles without one are computed. */
  readonly from?: ColourName;
}

interface ContrastRow extends RoleWords {
  readonly asked: string | null;
  readonly used: string;
  readonly ratio: number;
  readonly least: number;
}

export interface ContrastSection {
  readonly title: ConsoleKey;
  readonly rows: readonly ContrastRow[];
}

const SECTIONS: readonly { readonly title: ConsoleKey; readonly roles: readonly RoleWords[] }[] = [
  {
    title: 'colours.header',
    roles: [
      { role: 'header-text-color', label: 'colours.role.text', on: 'colours.on.header', from: 'header_text_color' },
      { role: 'header-muted', label: 'colours.role.quietText', on: 'colours.on.header' },
      { role: 'on-header-selected', label: 'colours.role.selected', on: 'colours.on.fill', from: 'header_text_color' },
      { role: 'focus-header', label: 'colours.role.focus', on: 'colours.on.header', from: 'accent' },
    ],
  },
  {
    title: 'colours.page',
    roles: [
      { role: 'body-text-color', label: 'colours.role.text', on: 'colours.on.page', from: 'body_text_color' },
      { role: 'text-muted', label: 'colours.role.quietText', on: 'colours.on.page' },
      { role: 'accent-text', label: 'colours.role.links', on: 'colours.on.page', from: 'accent' },
      { role: 'accent', label: 'colours.role.button', on: 'colours.on.page', from: 'accent' },
      { role: 'on-accent', label: 'colours.role.buttonText', on: 'colours.on.button' },
      { role: 'control-line', label: 'colours.role.outlines', on: 'colours.on.page' },
      { role: 'focus', label: 'colours.role.focus', on: 'colours.on.page', from: 'accent' },
      { role: 'live', label: 'colours.role.liveBadge', on: 'colours.on.page' },
      { role: 'on-live', label: 'colours.role.liveText', on: 'colours.on.liveBadge' },
      { role: 'success', label: 'colours.role.success', on: 'colours.on.page' },
      { role: 'warn', label: 'colours.role.warning', on: 'colours.on.page' },
      { role: 'danger', label: 'colours.role.error', on: 'colours.on.page' },
    ],
  },
  {
    title: 'colours.footer',
    roles: [
      { role: 'on-footer', label: 'colours.role.text', on: 'colours.on.footer', from: 'body_text_color' },
      { role: 'footer-muted', label: 'colours.role.quietText', on: 'colours.on.footer' },
      { role: 'focus-footer', label: 'colours.role.focus', on: 'colours.on.footer', from: 'accent' },
    ],
  },
];

/** Every promise of the theme with what was asked, what is used and the contrast where it is least. */
export function contrastSections(settings: ColorSettings, theme: Theme): ContrastSection[] {
  const row = (words: RoleWords): ContrastRow[] => {
    const guarantee = GUARANTEES.find(({ role }) => role === words.role);
    if (!guarantee) return [];
    return [
      {
        ...words,
        asked: words.from ? settings[words.from] : null,
        used: theme.variables[`--${words.role}`],
        ratio: worstContrast(theme, guarantee),
        least: guarantee.least,
      },
    ];
  };
  return SECTIONS.map(({ title, roles }) => ({ title, rows: roles.flatMap(row) }));
}
