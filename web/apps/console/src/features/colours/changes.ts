import { contrast, parseColour, type ColorSettings, type Role, type Theme } from '@touchline/theme';
import type { ColourName } from './colours.ts';

type Reason =
  | 'colours.tooFaint'
  | 'colours.faintOnCards'
  | 'colours.forHeaderText'
  | 'colours.forPageText'
  | 'colours.forButtonText'
  | 'colours.forButtons';

export interface Change {
  readonly name: ColourName;
  readonly asked: string;
  readonly used: string;
  readonly reason: Reason;
  /** Of a text on its background, as "4.4:1". */
  readonly ratio: string;
}

/** WCAG AA for text. */
const READABLE = 4.5;

/** The role in which each chosen colour is shown. */
const SHOWN_AS: Readonly<Record<ColourName, Role>> = {
  header_background: 'header-background',
  header_text_color: 'header-text-color',
  body_background: 'body-background',
  body_text_color: 'body-text-color',
  footer_background: 'footer-background',
  accent: 'accent',
};

/** The chosen colours that the theme does not use as they are, and why. */
export function colourChanges(settings: ColorSettings, { variables }: Theme): Change[] {
  const change = (name: ColourName, background: string, reason: (ratio: number) => Reason): Change[] => {
    const asked = settings[name];
    const used = variables[`--${SHOWN_AS[name]}`];
    if (asked === null || asked === used) return [];
    const ratio = ratioOf(asked, background);
    return [{ name, asked, used, reason: reason(ratio), ratio: formatRatio(ratio) }];
  };
  const [header, page] = [variables['--header-background'], variables['--body-background']];
  const isTextWhite = variables['--on-accent'] === '#ffffff';
  return [
    ...change('header_background', header, () => 'colours.forHeaderText'),
    ...change('header_text_color', header, textReason),
    ...change('body_background', page, () => 'colours.forPageText'),
    ...change('body_text_color', page, textReason),
    ...change('footer_background', page, () => 'colours.forPageText'),
    ...change('accent', '#ffffff', (ratio) =>
      isTextWhite && ratio < READABLE ? 'colours.forButtonText' : 'colours.forButtons',
    ),
  ];
}

function textReason(ratio: number): Reason {
  return ratio < READABLE ? 'colours.tooFaint' : 'colours.faintOnCards';
}

function ratioOf(a: string, b: string): number {
  const [first, second] = [parseColour(a), parseColour(b)];
  return first && second ? contrast(first, second) : 1;
}

/** Rounded down, so that what does not reach a limit never looks as if it did. */
export function formatRatio(value: number): string {
  return `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
}
