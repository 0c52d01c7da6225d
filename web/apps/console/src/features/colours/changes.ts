import { contrast, parseColour, type ColorSettings, type Role, type Theme } from '@touchline/theme';
import type { FieldName } from './colour-fields';

export interface Change {
  readonly name: FieldName;
  readonly asked: string;
  readonly used: string;
  readonly reason: string;
}

/** WCAG AA for text. */
const READABLE = 4.5;

/** The role in which each chosen colour is shown. */
const SHOWN_AS: Readonly<Record<FieldName, Role>> = {
  header_background: 'header-background',
  header_text_color: 'header-text-color',
  body_background: 'body-background',
  body_text_color: 'body-text-color',
  footer_background: 'footer-background',
  accent: 'accent',
};

/** Which of the chosen colours are not used as they are, and why, in plain words. */
export function colourChanges(settings: ColorSettings, theme: Theme): Change[] {
  const change = (name: FieldName, reason: (asked: string, used: string) => string): Change[] => {
    const asked = settings[name];
    const used = theme.variables[`--${SHOWN_AS[name]}`];
    return asked === null || asked === used ? [] : [{ name, asked, used, reason: reason(asked, used) }];
  };
  return [
    ...change('header_background', backgroundReason('the header text')),
    ...change('header_text_color', textReason(theme.variables['--header-background'])),
    ...change('body_background', backgroundReason('the page text')),
    ...change('body_text_color', textReason(theme.variables['--body-background'])),
    ...change('footer_background', backgroundReason('the page text')),
    ...change('accent', (asked, used) => accentReason(asked, used, theme)),
  ];
}

function textReason(background: string) {
  return (asked: string): string => {
    const ratio = ratioOf(asked, background);
    const failure =
      ratio < READABLE
        ? `Its contrast on the background is only ${formatRatio(ratio)}, too little to read.`
        : 'It can be read on the background, but not on everything that lies on it.';
    return `${failure} The nearest readable shade is used instead.`;
  };
}

function backgroundReason(kept: string) {
  return (asked: string, used: string): string =>
    `A shade ${direction(asked, used)}, so that ${kept} can stay as you chose it.`;
}

function accentReason(asked: string, used: string, theme: Theme): string {
  const onWhite = theme.variables['--on-accent'] === '#ffffff' && ratioOf(asked, '#ffffff') < READABLE;
  if (onWhite) return `A shade ${direction(asked, used)}, so that white text can be read on buttons.`;
  return `A shade ${direction(asked, used)}, so that buttons stand out from the page.`;
}

function direction(asked: string, used: string): 'lighter' | 'darker' {
  return ratioOf(used, '#000000') > ratioOf(asked, '#000000') ? 'lighter' : 'darker';
}

function ratioOf(a: string, b: string): number {
  const [first, second] = [parseColour(a), parseColour(b)];
  return first && second ? contrast(first, second) : 1;
}

/** Rounded down, so that what does not reach a limit never looks as if it did. */
export function formatRatio(value: number): string {
  return `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
}
