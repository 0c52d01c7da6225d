/** A question and its answer. */
export interface Entry {
  readonly question: string;
  /** Sanitised HTML. */
  readonly answer: string;
}

/** Letters as they are compared: small, without accents, and without the tags between them. */
function folded(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
}

/** The entries that hold all the words somewhere, in their order. */
export function findAnswers<E extends Entry>(entries: readonly E[], text: string): readonly E[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ question, answer }) => {
    const whole = folded(`${question} ${answer}`);
    return words.every((word) => whole.includes(word));
  });
}

/** The id of an entry's element, for addresses such as `/faq#q-3`. */
export const anchorOf = (id: number): string => `q-${id}`;
