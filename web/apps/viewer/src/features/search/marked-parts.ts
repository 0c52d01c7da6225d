export interface Part {
  /** Where it begins in the whole. */
  readonly at: number;
  readonly text: string;
  readonly marked: boolean;
}

/** A name cut up at what was typed, word by word, whatever the case. */
export function markedParts(name: string, typed: string): readonly Part[] {
  const words = typed.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [{ at: 0, text: name, marked: false }];
  // The longest first, so that a short word does not cut a long one that begins with it.
  const choice = words
    .toSorted((a, b) => b.length - a.length)
    .map(literal)
    .join('|');
  let at = 0;
  return name.split(new RegExp(`(${choice})`, 'giu')).flatMap((text, index) => {
    const part = { at, text, marked: index % 2 === 1 };
    at += text.length;
    return text ? [part] : [];
  });
}

const literal = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
