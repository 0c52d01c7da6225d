import { fieldProblems } from '@touchline/api/console';
import { type ConsoleTranslate, problemText } from '@touchline/i18n';

/** What the server found wrong with a field, in the reader's language. */
export function fieldProblem(error: unknown, field: string, t: ConsoleTranslate): string | undefined {
  const [first] = fieldProblems(error, field);
  return first && problemText(first, t);
}
