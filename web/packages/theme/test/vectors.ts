import { buildTheme, formatColour, parseColour, type ColorSettings, type Theme } from '../src/index.ts';
import { NOTATIONS } from './notations.ts';
import { palettes } from './palettes.ts';

interface Vectors {
  /** What is typed, and the colour that it is; `null` where it is refused. */
  readonly notations: Readonly<Record<string, string | null>>;
  readonly themes: readonly ({ name: string; input: ColorSettings } & Theme)[];
}

function read(text: string): string | null {
  const colour = parseColour(text);
  return colour ? formatColour(colour) : null;
}

/** What both engines, this one and the server's, have to give. */
export function vectors(): Vectors {
  return {
    notations: Object.fromEntries(NOTATIONS.map((text) => [text, read(text)])),
    themes: palettes().map(({ name, input }) => {
      const { scheme, variables } = buildTheme(input);
      return { name, input, scheme, variables };
    }),
  };
}
