import { wordsOf } from './screens.ts';

/** A text such as "refund ann", taken apart into what is to be done and with what. */
interface ActionText {
  readonly verb: string;
  readonly thing: string;
}

/** Takes the words off the beginning that begin one of the titles, word by word. */
export function actionText(text: string, titles: readonly string[]): ActionText {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const counts = titles.map((title) => {
    const parts = wordsOf(title);
    const other = words.findIndex((word, at) => !startsWord(parts[at], word));
    return other < 0 ? words.length : other;
  });
  const verbs = Math.max(0, ...counts);
  return { verb: words.slice(0, verbs).join(' '), thing: words.slice(verbs).join(' ') };
}

function startsWord(part: string | undefined, word: string): boolean {
  const [plain] = wordsOf(word);
  return part !== undefined && plain !== undefined && part.startsWith(plain);
}
