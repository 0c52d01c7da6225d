import type { Value } from './draft.ts';

const MODES = ['everywhere', 'only_in', 'not_in'] as const;

export interface CountryRule {
  readonly mode: (typeof MODES)[number];
  /** Two letters each, as in ISO 3166-1. */
  readonly countries: readonly string[];
}

/** The rule of a draft's value. */
export function parseRule(value: Value): CountryRule {
  const [word, ...countries] = String(value ?? '').split(' ');
  return { mode: MODES.find((mode) => mode === word) ?? 'everywhere', countries };
}

/** One text such as `only_in BG FR`, because drafts compare values by `===`. */
export function ruleText({ mode, countries }: CountryRule): string {
  return [mode, ...(mode === 'everywhere' ? [] : countries.toSorted())].join(' ');
}

/** The value of the server's rule. */
export function readRule(rule: unknown): Value {
  if (typeof rule !== 'object' || rule === null || !('mode' in rule)) return null;
  const countries = 'countries' in rule && Array.isArray(rule.countries) ? rule.countries.map(String) : [];
  return ruleText(parseRule([rule.mode, ...countries].join(' ')));
}

/** The rule for the server. */
export function writeRule(value: Value): object {
  const { mode, countries } = parseRule(value);
  return mode === 'everywhere' ? { mode } : { mode, countries };
}
