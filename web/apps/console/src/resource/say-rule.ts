import type { ConsoleTranslate } from '@touchline/i18n';
import { countryName } from './countries.ts';
import { parseRule } from './country-rule.ts';
import type { Value } from './draft.ts';

export const RULE_NAMES = [
  { mode: 'everywhere', label: 'countries.everywhere' },
  { mode: 'only_in', label: 'countries.onlyIn' },
  { mode: 'not_in', label: 'countries.notIn' },
] as const;

/** "Only in: Bulgaria and France". */
export function sayRule(value: Value, t: ConsoleTranslate, locale: string): string {
  const { mode, countries } = parseRule(value);
  const name = t(RULE_NAMES.find((rule) => rule.mode === mode)?.label ?? 'countries.everywhere');
  if (mode === 'everywhere') return name;
  const names = new Intl.ListFormat(locale).format(countries.map(countryName(locale)));
  return t('countries.rule', { rule: name, countries: names });
}
