import type { en } from './locales/problems/en.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type ProblemCatalogue = Readonly<Record<keyof typeof en, string>>;

/** What is wrong with a field, as the server and our own checks say it. */
export interface Problem {
  readonly code: string;
  /** The numbers of the rule. */
  readonly params: Readonly<Record<string, number>>;
  /** In English, for codes that this page does not know. */
  readonly message: string;
}

/** Any translator whose catalogue has taken the problems in. */
type Says = (key: never, ...values: never[]) => string;

/** A problem in the language of the page. A code that is newer than the page is said in the server's words. */
export function problemText({ code, params, message }: Problem, t: Says): string {
  const { min = 0, max = 0 } = params;
  // The specification's sentence on lengths names those that are no longer taken.
  const values = { ...params, above: Math.max(0, min - 1), below: max + 1 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown key gives nothing, and a message takes its values from all.
  return (t as (key: string, values: Problem['params']) => string)(`problem.${code}`, values) || message;
}
