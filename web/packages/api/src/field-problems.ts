import { ApiError } from './errors.ts';
import type { FieldProblem } from './types.ts';

/** What the server finds wrong with a field; nothing where the failure is another one. */
export function fieldProblems(error: unknown, field: string): readonly FieldProblem[] {
  return error instanceof ApiError ? error.problems.filter((problem) => problem.field === field) : [];
}
