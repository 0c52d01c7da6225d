import { ApiError } from '@touchline/api/console';
import { type ConsoleTranslate, problemText } from '@touchline/i18n';

export interface SaveProblem {
  /** Of the field. */
  readonly name: string;
  readonly text: string;
}

/** The server's field errors, in the operator's language. */
export function saveProblems(error: Error | null, t: ConsoleTranslate): readonly SaveProblem[] {
  if (!(error instanceof ApiError)) return [];
  return error.problems.map((problem) => ({ name: problem.field, text: problemText(problem, t) }));
}

const REFUSALS: Readonly<Record<string, 'resource.tooMany' | 'resource.conflict' | 'resource.outdated'>> = {
  too_many_items: 'resource.tooMany',
  version_conflict: 'resource.conflict',
  version_required: 'resource.outdated',
};

/** The sentence for a failed save without field errors. */
export function saveFailure(error: Error, t: ConsoleTranslate): string {
  return t((error instanceof ApiError && REFUSALS[error.code]) || 'resource.saveFailed');
}
