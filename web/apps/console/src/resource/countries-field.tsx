import { useConsoleT, useLocale } from '@touchline/i18n';
import { useState } from 'react';
import { Field } from '../forms/field.tsx';
import { CountryPicker } from './country-picker.tsx';
import { parseRule, ruleText } from './country-rule.ts';
import type { InputProps } from './field-props.ts';
import { RULE_NAMES } from './say-rule.ts';

/** Everywhere, only in some countries, or in all but some. */
export function CountriesField({ id, label, hint, problem, value, onChange }: InputProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const { mode, countries } = parseRule(value);
  // "Everywhere" names no countries; the chosen ones come back with another choice.
  const [last, setLast] = useState(countries);
  const choose = (chosen: readonly string[]) => {
    setLast(chosen);
    onChange(ruleText({ mode, countries: chosen }));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field id={id} label={label} hint={hint} problem={problem}>
        {(wiring) => (
          <select
            {...wiring}
            value={mode}
            className="field"
            onChange={({ currentTarget }) => onChange(ruleText(parseRule([currentTarget.value, ...last].join(' '))))}
          >
            {RULE_NAMES.map((rule) => (
              <option key={rule.mode} value={rule.mode}>
                {t(rule.label)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {mode !== 'everywhere' && <CountryPicker key={locale} codes={countries} onChange={choose} />}
    </div>
  );
}
