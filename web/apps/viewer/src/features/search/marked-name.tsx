import { markedParts } from './marked-parts.ts';

/** A name in which what was typed stands out. */
export function MarkedName({ name, typed }: { readonly name: string; readonly typed: string }) {
  return markedParts(name, typed).map(({ at, text, marked }) =>
    marked ? (
      <mark key={at} className="bg-transparent font-bold text-inherit underline decoration-accent-text decoration-2">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
