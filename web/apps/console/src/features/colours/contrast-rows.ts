import { GUARANTEES, worstContrast, type ColorSettings, type Role, type Theme } from '@touchline/theme';
import type { FieldName } from './colour-fields';

interface RoleWords {
  readonly role: Role;
  readonly label: string;
  readonly on: string;
  /** The chosen colour that the role starts from; roles without one are computed. */
  readonly from?: FieldName;
}

interface ContrastRow extends RoleWords {
  readonly asked: string | null;
  readonly used: string;
  readonly ratio: number;
  readonly least: number;
}

export interface ContrastSection {
  readonly title: string;
  readonly rows: readonly ContrastRow[];
}

const SECTIONS: readonly { readonly title: string; readonly roles: readonly RoleWords[] }[] = [
  {
    title: 'Header',
    roles: [
      { role: 'header-text-color', label: 'Text', on: 'header', from: 'header_text_color' },
      { role: 'header-muted', label: 'Quiet text', on: 'header' },
      { role: 'on-header-selected', label: 'Selected entry', on: 'its fill', from: 'header_text_color' },
      { role: 'focus-header', label: 'Focus ring', on: 'header', from: 'accent' },
    ],
  },
  {
    title: 'Page',
    roles: [
      { role: 'body-text-color', label: 'Text', on: 'page and cards', from: 'body_text_color' },
      { role: 'text-muted', label: 'Quiet text', on: 'page and cards' },
      { role: 'accent-text', label: 'Links', on: 'page and cards', from: 'accent' },
      { role: 'accent', label: 'Button fill', on: 'page and cards', from: 'accent' },
      { role: 'on-accent', label: 'Button text', on: 'button' },
      { role: 'control-line', label: 'Outlines', on: 'page and cards' },
      { role: 'focus', label: 'Focus ring', on: 'page and cards', from: 'accent' },
      { role: 'live', label: 'Live badge', on: 'page and cards' },
      { role: 'on-live', label: 'Live text', on: 'live badge' },
      { role: 'success', label: 'Success', on: 'page and cards' },
      { role: 'warn', label: 'Warning', on: 'page and cards' },
      { role: 'danger', label: 'Error', on: 'page and cards' },
    ],
  },
  {
    title: 'Footer',
    roles: [
      { role: 'on-footer', label: 'Text', on: 'footer', from: 'body_text_color' },
      { role: 'footer-muted', label: 'Quiet text', on: 'footer' },
      { role: 'focus-footer', label: 'Focus ring', on: 'footer', from: 'accent' },
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
