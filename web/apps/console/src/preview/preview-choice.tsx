import { type ConsoleKey, useConsoleT } from '@touchline/i18n';
import { useId } from 'react';

interface PreviewChoiceProps<Value extends string> {
  readonly label: ConsoleKey;
  readonly options: readonly { readonly value: Value; readonly label: ConsoleKey }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few ways to look at a preview. */
export function PreviewChoice<Value extends string>({ label, options, value, onChange }: PreviewChoiceProps<Value>) {
  const t = useConsoleT();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-muted">{t(label)}</legend>
      <div className="preview-choice">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              className="accent-accent"
              onChange={() => onChange(option.value)}
            />
            {t(option.label)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
