import { LANGUAGE_NAMES, LOCALES } from '@touchline/i18n';
import { Field, type FieldTexts } from './field.tsx';

interface Option<V extends string> {
  readonly value: V;
  readonly text: string;
  /** Where the text is in a language of its own. */
  readonly lang?: string;
}

interface SelectFieldProps<V extends string> extends FieldTexts {
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** One of several. */
export function SelectField<V extends string>({ options, value, onChange, ...texts }: SelectFieldProps<V>) {
  const choose = (word: string) => {
    const chosen = options.find((option) => option.value === word);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Field {...texts}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={({ target }) => choose(target.value)} className="field">
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Each language by its own name. */
export const LANGUAGES = LOCALES.map((code) => ({ value: code, text: LANGUAGE_NAMES[code], lang: code }));
